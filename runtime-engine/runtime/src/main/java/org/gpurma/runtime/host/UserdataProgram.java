package org.gpurma.runtime.host;

import static java.util.stream.Collectors.toMap;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.gpurma.host.GpuRma;
import org.gpurma.host.HostArguments;
import org.gpurma.host.HostProgram;
import org.gpurma.runtime.memory.UserdataLayout;
import org.gpurma.wire.Buffer;
import org.gpurma.wire.RunSpec;

/**
 * The host program of a job that brings none: passes the userdata of the job spec, and writes the
 * struct as the ranks left it, a file a process.
 */
record UserdataProgram(RunSpec spec, Path runFolder) implements HostProgram {

  static String outputName(int process) {
    return "userdata.%d.bin".formatted(process);
  }

  @Override
  public void run(GpuRma gpurma, HostArguments arguments) throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment userdata =
          spec.getUserdataFile().isEmpty() ? struct(gpurma, arena) : image(arena);
      gpurma.run(userdata);
      if (userdata.byteSize() > 0) {
        Files.write(
            arguments.output(outputName(gpurma.rankInfo().processIndex())),
            userdata.toArray(ValueLayout.JAVA_BYTE));
      }
    }
  }

  private MemorySegment struct(GpuRma gpurma, Arena arena) {
    Map<String, Long> addresses =
        spec.getBuffersList().stream()
            .collect(toMap(Buffer::getName, buffer -> gpurma.buffer(buffer.getName()).address()));
    return new UserdataLayout(gpurma.rankInfo(), addresses).build(spec.getUserdataList(), arena);
  }

  private MemorySegment image(Arena arena) throws IOException {
    byte[] bytes = Files.readAllBytes(runFolder.resolve(spec.getUserdataFile()));
    MemorySegment image = arena.allocate(bytes.length, Long.BYTES);
    MemorySegment.copy(bytes, 0, image, ValueLayout.JAVA_BYTE, 0, bytes.length);
    return image;
  }
}
