package org.gpurma.service.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.spi.ToolProvider;

/** Jobs with a host program. */
final class HostPrograms {
  private static final String INLINE =
      """
      apiVersion: gpurma/v1
      kind: Job
      metadata: {name: host-program}
      resources: {gpus: 2, ranksPerGpu: 8}
      walltime: 2m
      program:
        entry: kernel
        threadsPerRank: 32
        source: |
          #include "gpurma_device.cu.h"
          __global__ void kernel(gpurma_context_handle gpurma) {
            __shared__ gpurma_state gst;
            gpurma_gpu_init(gpurma, gst);
            int rank;
            gpurma_comm_rank(gst, GPURMA_COMM_WORLD, &rank);
            void *fails;
            gpurma_get_data(gst, &fails);
            GPURMA_ASSERT(gst, rank != 9 || fails == nullptr);
            gpurma_log log = gpurma_log_get(gst);
            log << "ran" << log.flush;
            gpurma_gpu_finish(gst);
          }
        host:
          source: |
            import org.gpurma.host.*;
            final class Host implements HostProgram {
              public void run(GpuRma gpurma, HostArguments arguments) {
      BODY
              }
            }
      """;

  private static final String JAR_JOB =
      """
      apiVersion: gpurma/v1
      kind: Job
      metadata: {name: jar}
      program:
        file: kernel.cu
        entry: count
        threadsPerRank: 1
        host:
          jar: count.jar
          class: org.example.Count
          files: [data/rows.txt]
          outputs: ["sums.${process}.txt"]
      resources: {gpus: 2, ranksPerGpu: 8}
      parameters: {file: rows.txt}
      buffers:
        - {name: field, type: int32, shape: [16], distribute: {over: ranks}, output: field.i32}
      check:
        - sum: {output: field.i32, type: int32, equals: 136}
      walltime: 2m
      """;

  private static final String COUNT_KERNEL =
      """
      #include "gpurma_device.cu.h"
      __global__ void count(gpurma_context_handle gpurma) {
        __shared__ gpurma_state gst;
        gpurma_gpu_init(gpurma, gst);
        int rank, device_rank;
        gpurma_comm_rank(gst, GPURMA_COMM_WORLD, &rank);
        gpurma_comm_rank(gst, GPURMA_COMM_DEVICE, &device_rank);
        int **field;
        gpurma_get_data(gst, (void **)&field);
        (*field)[device_rank] += rank;
        gpurma_gpu_finish(gst);
      }
      """;

  /** Adds one to every element of the named buffer, the kernel adds the rank. */
  private static final String COUNT =
      """
      package org.example;

      import static java.lang.foreign.ValueLayout.ADDRESS;

      import java.lang.foreign.*;
      import java.nio.file.Files;
      import java.util.Arrays;
      import org.gpurma.host.*;

      public final class Count implements HostProgram {
        public void run(GpuRma gpurma, HostArguments arguments) throws Exception {
          int process = gpurma.rankInfo().processIndex();
          String name = arguments.text("file");
          int sum = Files.readAllLines(arguments.input("data/" + name)).stream().mapToInt(Integer::parseInt).sum();
          DeviceMemory field = gpurma.buffer("field");
          int[] values = new int[(int) (field.bytes() / Integer.BYTES)];
          Arrays.fill(values, 1);
          field.copyFrom(MemorySegment.ofArray(values));
          try (Arena arena = Arena.ofConfined()) {
            gpurma.run(arena.allocateFrom(ADDRESS, field.pointer()));
          }
          field.copyTo(MemorySegment.ofArray(values));
          Files.writeString(
              arguments.output("sums.%d.txt".formatted(process)),
              "process %d: %d of %s, field %d to %d\\n".formatted(process, sum, name, values[0], values[values.length - 1]));
        }
      }
      """;

  private HostPrograms() {}

  /**
   * With these statements as its run method; their first line is line 4. Userdata makes rank 9
   * fail.
   */
  static String inline(String statements) {
    return INLINE.replace("BODY\n", statements.indent(10));
  }

  /** A folder with a job whose host program is compiled already. */
  static void writeJarJob(Path job, Path scratch, Path bundle) throws IOException {
    Files.createDirectories(job.resolve("data"));
    Files.writeString(job.resolve("job.yaml"), JAR_JOB);
    Files.writeString(job.resolve("kernel.cu"), COUNT_KERNEL);
    Files.writeString(job.resolve("data/rows.txt"), "1\n2\n3\n");
    Path source = Files.createDirectories(scratch.resolve("source")).resolve("Count.java");
    Files.writeString(source, COUNT);
    Path classes = scratch.resolve("classes");
    tool("javac", "-proc:none", "-cp", api(bundle), "-d", classes.toString(), source.toString());
    tool(
        "jar",
        "--create",
        "--file",
        job.resolve("count.jar").toString(),
        "-C",
        classes.toString(),
        ".");
  }

  private static String api(Path bundle) throws IOException {
    try (DirectoryStream<Path> jars =
        Files.newDirectoryStream(bundle.resolve("lib"), "gpurma-host-api-*.jar")) {
      return jars.iterator().next().toString();
    }
  }

  private static void tool(String name, String... arguments) {
    int code = ToolProvider.findFirst(name).orElseThrow().run(System.out, System.err, arguments);
    assertThat(code).as(name).isZero();
  }
}
