package org.gpurma.runtime.host;

import static java.util.stream.Collectors.toSet;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.gpurma.runtime.failure.Failure;
import org.gpurma.runtime.failure.FailureException;
import org.gpurma.runtime.report.OutputSink;
import org.gpurma.wire.RunSpec;

/**
 * The files that the host program of one process leaves.
 *
 * @param names that there may be
 */
public record Artifacts(Path folder, Set<String> names) {

  private static final String PROCESS = "${process}";
  private static final int CHUNK_BYTES = 1 << 20;

  public static Artifacts of(RunSpec spec, Path runFolder, int process) {
    Path folder = runFolder.resolve("host-out").resolve(Integer.toString(process));
    if (!spec.hasHostProgram()) {
      return new Artifacts(folder, Set.of(UserdataProgram.outputName(process)));
    }
    String number = Integer.toString(process);
    return new Artifacts(
        folder,
        spec.getHostProgram().getOutputsList().stream()
            .filter(name -> process == 0 || name.contains(PROCESS))
            .map(name -> name.replace(PROCESS, number))
            .collect(toSet()));
  }

  public void makeFolder() {
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw new FailureException(
          new Failure.RuntimeError("the folder %s cannot be made: %s".formatted(folder, e)), e);
    }
  }

  /** Passes on the files that are there; nothing of them stays. */
  public void send(OutputSink sink) {
    for (String name : names.stream().sorted().toList()) {
      Path file = folder.resolve(name);
      if (Files.isRegularFile(file)) {
        send(name, file, sink);
      }
    }
  }

  private static void send(String name, Path file, OutputSink sink) {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] chunk = new byte[CHUNK_BYTES];
      long offset = 0;
      int length;
      while ((length = in.readNBytes(chunk, 0, chunk.length)) > 0) {
        sink.write(name, offset, chunk, length);
        offset += length;
      }
      Files.delete(file);
    } catch (IOException e) {
      throw new FailureException(
          new Failure.RuntimeError("output %s cannot be sent: %s".formatted(name, e)), e);
    }
  }
}
