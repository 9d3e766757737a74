package org.gpurma.runtime.memory;

import java.io.EOFException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.gpurma.runtime.device.Device;
import org.gpurma.runtime.failure.Failure;
import org.gpurma.runtime.failure.FailureException;
import org.gpurma.wire.Buffer;

/** Fills the job's named buffers from their input files. */
public final class BufferInput {

  private static final long CHUNK_BYTES = 4L * 1024 * 1024;

  private final Device device;
  private final Path runFolder;

  public BufferInput(Device device, Path runFolder) {
    this.device = device;
    this.runFolder = runFolder;
  }

  public void fill(List<DeviceBuffer> buffers) {
    for (DeviceBuffer buffer : buffers) {
      if (!buffer.buffer().getInput().isEmpty()) {
        fill(buffer.buffer(), buffer.slice(), buffer.address());
      }
    }
  }

  private void fill(Buffer buffer, BufferSlice slice, long address) {
    Path file = runFolder.resolve(buffer.getInput());
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
        Arena arena = Arena.ofConfined()) {
      requireSize(buffer, slice, channel.size());
      MemorySegment chunk = arena.allocate(Math.clamp(slice.deviceBytes(), 1, CHUNK_BYTES));
      channel.position(slice.inputOffset());
      for (long done = 0; done < slice.deviceBytes(); done += chunk.byteSize()) {
        MemorySegment part =
            chunk.asSlice(0, Math.min(chunk.byteSize(), slice.deviceBytes() - done));
        readFully(channel, part.asByteBuffer());
        device.copyIn(address + done, part);
      }
    } catch (IOException e) {
      throw new FailureException(
          new Failure.BadRunSpec(
              "buffer %s: input file %s cannot be read: %s"
                  .formatted(buffer.getName(), buffer.getInput(), e)),
          e);
    }
  }

  private static void requireSize(Buffer buffer, BufferSlice slice, long actual) {
    if (actual != slice.inputFileBytes()) {
      throw new FailureException(
          new Failure.BadRunSpec(
              "buffer %s: input file %s has %d bytes, its shape asks for %d"
                  .formatted(buffer.getName(), buffer.getInput(), actual, slice.inputFileBytes())));
    }
  }

  private static void readFully(FileChannel channel, ByteBuffer into) throws IOException {
    while (into.hasRemaining()) {
      if (channel.read(into) < 0) {
        throw new EOFException("the file became shorter while it was read");
      }
    }
  }
}
