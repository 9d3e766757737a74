package org.gpurma.service.lifecycle;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.gpurma.service.job.OutputInfo;
import org.gpurma.service.jobspec.JobSpec;
import org.gpurma.service.jobspec.Userdata;
import org.gpurma.service.results.Results;

/** The files that an attempt writes. */
final class Outputs {
  /** Of one file of a host program, which alone knows how long it becomes. */
  private static final long MOST_HOST_BYTES = 16L << 30;

  private Outputs() {}

  /** Every file that there may be after the run, in the order of the job spec. */
  static List<String> names(JobSpec spec, int processes) {
    List<String> names = new ArrayList<>(limits(spec, processes).keySet());
    if (spec.results() != null) {
      names.addAll(Results.FILES);
    }
    return names;
  }

  /**
   * The most that each file that the runtime sends may have: those that the job spec names, then
   * what each process has as userdata.
   */
  static Map<String, Long> limits(JobSpec spec, int processes) {
    Map<String, Long> limits = new LinkedHashMap<>();
    spec.buffers().stream()
        .filter(buffer -> buffer.output() != null)
        .forEach(buffer -> limits.put(buffer.output(), buffer.outputBytes()));
    if (spec.program().host() != null) {
      spec.program()
          .host()
          .outputNames(processes)
          .forEach(name -> limits.put(name, MOST_HOST_BYTES));
    }
    for (int process = 0; process < processes && !spec.userdata().isEmpty(); process++) {
      limits.put("userdata." + process + ".bin", userdataBytes(spec));
    }
    return limits;
  }

  /** No field or gap of the struct is longer than 8 bytes. */
  private static long userdataBytes(JobSpec spec) {
    if (spec.userdata().isImage()) {
      return Userdata.MOST_BYTES;
    }
    return spec.userdata().fields().stream()
        .mapToLong(
            field -> field.value() != null && field.value().isArray() ? field.value().size() : 1)
        .map(values -> 8 * (values + 1))
        .sum();
  }

  /** Those that are there. */
  static List<OutputInfo> describe(Iterable<String> names, Path folder) throws IOException {
    List<OutputInfo> outputs = new ArrayList<>();
    for (String name : names) {
      Path file = folder.resolve(name);
      if (Files.exists(file)) {
        outputs.add(new OutputInfo(name, Files.size(file), sha256(file)));
      }
    }
    return outputs;
  }

  private static String sha256(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      byte[] chunk = new byte[64 << 10];
      int count;
      while ((count = in.read(chunk)) > 0) {
        digest.update(chunk, 0, count);
      }
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
