package org.gpurma.service.browser;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.gpurma.client.GpuRmaClient;
import org.gpurma.client.job.Submitted;
import org.gpurma.client.submission.SubmissionReader;
import org.gpurma.service.testing.Api;

/** Submits jobs as the command line does. */
final class Jobs implements AutoCloseable {

  private final GpuRmaClient client;
  private final Path folder;

  Jobs(Api api, Path folder) {
    this.client = GpuRmaClient.of(URI.create(api.url()));
    this.folder = folder;
  }

  String submitHelloWorld() {
    return submit(Path.of("..", "..", "job-specs", "hello-world", "job.yaml"));
  }

  /** Two ranks, each of which logs a step every fifth of a second. */
  String submitTicker(int steps) throws IOException {
    Files.writeString(
        folder.resolve("ticker.cu"),
        """
        #include "gpurma_device.cu.h"

        __global__ void ticker(gpurma_context_handle gpurma) {
            __shared__ gpurma_state gst;
            gpurma_gpu_init(gpurma, gst);
            gpurma_log log = gpurma_log_get(gst);
            for (int step = 0; step < %d; ++step) {
                long long until = clock64() + 200000000;
                while (clock64() < until) __nanosleep(1000);
                log << "step " << step << log.flush;
            }
            gpurma_gpu_finish(gst);
        }
        """
            .formatted(steps));
    return submit(spec("ticker"));
  }

  String submitOneThatDoesNotCompile() throws IOException {
    Files.writeString(
        folder.resolve("broken.cu"),
        """
        #include "gpurma_device.cu.h"

        __global__ void broken(gpurma_context_handle gpurma) {
            gpurma_gpu_ini(gpurma);
        }
        """);
    return submit(spec("broken"));
  }

  private Path spec(String name) throws IOException {
    return Files.writeString(
        folder.resolve(name + ".yaml"),
        """
        apiVersion: gpurma/v1
        kind: Job
        metadata: {name: %1$s}
        program: {file: %1$s.cu, entry: %1$s, threadsPerRank: 1}
        resources: {gpus: 2, ranksPerGpu: 1}
        walltime: 2m
        """
            .formatted(name));
  }

  private String submit(Path spec) {
    Submitted job = client.submit(new SubmissionReader().read(spec, Map.of()), false);
    return job.id();
  }

  @Override
  public void close() {
    client.close();
  }
}
