package org.gpurma.runtime;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.gpurma.runtime.device.Device;
import org.gpurma.runtime.failure.Failure;
import org.gpurma.runtime.failure.FailureException;
import org.gpurma.runtime.memory.BufferSlice;
import org.gpurma.runtime.memory.DeviceBuffer;
import org.gpurma.runtime.report.OutputSink;

/** Brings the named buffers back after a run. */
final class Outputs {

  private static final int CHUNK_BYTES = 1024 * 1024;

  private final Device device;
  private final OutputSink sink;

  Outputs(Device device, OutputSink sink) {
    this.device = device;
    this.sink = sink;
  }

  void writeBuffers(List<DeviceBuffer> buffers) {
    for (DeviceBuffer buffer : buffers) {
      if (!buffer.buffer().getOutput().isEmpty()) {
        BufferSlice slice = buffer.slice();
        write(
            buffer.buffer().getOutput(),
            slice.outputOffset(),
            buffer.address() + slice.innerOffset(),
            slice.outputBytes());
      }
    }
  }

  private void write(String file, long fileOffset, long address, long bytes) {
    byte[] chunk = new byte[(int) Math.min(bytes, CHUNK_BYTES)];
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment staging = arena.allocate(Math.max(chunk.length, 1));
      for (long done = 0; done < bytes; done += chunk.length) {
        int length = (int) Math.min(chunk.length, bytes - done);
        device.copyOut(staging.asSlice(0, length), address + done);
        MemorySegment.copy(staging, ValueLayout.JAVA_BYTE, 0, chunk, 0, length);
        sink.write(file, fileOffset + done, chunk, length);
      }
    } catch (IOException e) {
      throw new FailureException(
          new Failure.RuntimeError("output %s cannot be written: %s".formatted(file, e)), e);
    }
  }
}
