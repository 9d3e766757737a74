package org.gpurma.runtime;

import com.google.protobuf.TextFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.gpurma.runtime.failure.Failure;
import org.gpurma.runtime.failure.FailureException;
import org.gpurma.wire.Model;
import org.gpurma.wire.Protocol;
import org.gpurma.wire.RunSpec;

/** The folder of one attempt of a job. */
record RunFolder(Path path) {

  /** What to run. */
  RunSpec readSpec() {
    Path file = path.resolve("run.txtpb");
    try {
      RunSpec.Builder spec = RunSpec.newBuilder();
      TextFormat.merge(Files.readString(file), spec);
      return checked(spec.build());
    } catch (IOException e) {
      throw bad("%s cannot be read: %s".formatted(file, e.getMessage()), e);
    }
  }

  Path spool(int process) {
    return path.resolve("spool").resolve(process + ".spool");
  }

  /** The files that came with the job. */
  Path files() {
    return path.resolve("files");
  }

  Path resolve(String relative) {
    return path.resolve(relative);
  }

  /** Length of the userdata that comes as it is. */
  long userdataBytes(RunSpec spec) {
    try {
      return Files.size(resolve(spec.getUserdataFile()));
    } catch (IOException e) {
      throw bad("userdata_file: %s cannot be read".formatted(spec.getUserdataFile()), e);
    }
  }

  private static RunSpec checked(RunSpec spec) {
    if (spec.getProtocol() != Protocol.CURRENT_VALUE) {
      throw bad(
          "protocol: the run spec has version %d, this runtime speaks %d"
              .formatted(spec.getProtocol(), Protocol.CURRENT_VALUE),
          null);
    }
    boolean hasRanks = spec.getModel() == Model.GPU_RMA;
    if (hasRanks && (spec.getThreadsPerRank() < 1 || spec.getThreadsPerRank() > 1024)) {
      throw bad(
          "threads_per_rank: %d is not between 1 and 1024"
              .formatted(Integer.toUnsignedLong(spec.getThreadsPerRank())),
          null);
    }
    return spec;
  }

  private static FailureException bad(String message, Throwable cause) {
    return new FailureException(new Failure.BadRunSpec(message), cause);
  }
}
