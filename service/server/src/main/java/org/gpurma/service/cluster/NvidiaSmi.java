package org.gpurma.service.cluster;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The GPUs that nvidia-smi reports; none where it is absent or does not work. */
final class NvidiaSmi {
  private static final Logger LOG = LoggerFactory.getLogger(NvidiaSmi.class);
  private static final List<String> QUERY =
      List.of(
          "nvidia-smi",
          "--query-gpu=index,uuid,name,memory.total",
          "--format=csv,noheader,nounits");

  private NvidiaSmi() {}

  static List<Gpu> query() {
    try {
      Process process = new ProcessBuilder(QUERY).redirectErrorStream(true).start();
      process.getOutputStream().close();
      if (!process.waitFor(20, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        LOG.warn("nvidia-smi did not answer within 20 s; its GPUs are not used");
        return List.of();
      }
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (process.exitValue() != 0) {
        LOG.warn("nvidia-smi failed, its GPUs are not used: {}", output.strip());
        return List.of();
      }
      return parse(output);
    } catch (IOException _) {
      return List.of();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return List.of();
    }
  }

  static List<Gpu> parse(String csv) {
    return csv.lines().filter(line -> !line.isBlank()).map(NvidiaSmi::gpu).toList();
  }

  private static Gpu gpu(String line) {
    String[] fields = line.split(",");
    if (fields.length != 4 || !fields[1].trim().startsWith("GPU-")) {
      throw new IllegalStateException("nvidia-smi printed a line that is not understood: " + line);
    }
    String memory = fields[3].trim().replace(" MiB", "");
    return new Gpu(
        fields[1].trim(),
        fields[2].trim(),
        GpuKind.CUDA,
        0,
        memory.matches("\\d+") ? Long.parseLong(memory) : 0);
  }
}
