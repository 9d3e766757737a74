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
import org.gpurma.service.jobspec.BufferSpec;
import org.gpurma.service.jobspec.JobSpec;

/** The files that an attempt writes. */
final class Outputs {
  private Outputs() {}

  /** Every file that the runtime may send, and how long it is, in the order of the job spec. */
  static Map<String, Long> sizes(JobSpec spec) {
    Map<String, Long> sizes = new LinkedHashMap<>();
    for (BufferSpec buffer : spec.buffers()) {
      if (buffer.output() != null) {
        sizes.put(buffer.output(), buffer.outputBytes());
      }
    }
    if (!spec.userdata().isEmpty()) {
      // The userdata struct as the ranks left it, a file a process.
      for (int process = 0; process < spec.resources().gpus(); process++) {
        sizes.put("userdata.%d.bin".formatted(process), UserdataSize.of(spec.userdata()));
      }
    }
    return sizes;
  }

  /** Those that are there. */
  static List<OutputInfo> describe(JobSpec spec, Path folder) throws IOException {
    List<OutputInfo> outputs = new ArrayList<>();
    for (String name : sizes(spec).keySet()) {
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
