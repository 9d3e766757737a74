package org.gpurma.host;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Consumer;

/** A GPU of host memory, whose kernel is a piece of Java that is given the userdata. */
final class FakeRuntime implements HostRuntime {

  static final RankInfo RANK_INFO = new RankInfo(32, 8, 8, 2, 1, 2, 0, 4, 1);
  static final RunResult RESULT =
      new RunResult(Duration.ofMillis(7), List.of(Duration.ofMillis(2), Duration.ofMillis(3)));
  static final int MOST_USERDATA = 64;

  private static final int BYTES = 4096;
  private static final int BUFFER_BYTES = 256;

  final List<Long> freed = new ArrayList<>();
  private final MemorySegment memory = Arena.ofAuto().allocate(BYTES, 256);
  private final Consumer<MemorySegment> kernel;
  private long taken = BUFFER_BYTES;

  FakeRuntime(Consumer<MemorySegment> kernel) {
    this.kernel = kernel;
  }

  @Override
  public RankInfo rankInfo() {
    return RANK_INFO;
  }

  @Override
  public long mostUserdataBytes() {
    return MOST_USERDATA;
  }

  @Override
  public Map<String, NamedBuffer> buffers() {
    return Map.of("field", new NamedBuffer(memory.address(), BUFFER_BYTES));
  }

  @Override
  public OptionalLong allocate(long bytes) {
    if (bytes > BYTES - taken) {
      return OptionalLong.empty();
    }
    taken += bytes;
    return OptionalLong.of(memory.address() + taken - bytes);
  }

  @Override
  public void free(long address) {
    freed.add(address);
  }

  @Override
  public void copyIn(long address, MemorySegment from) {
    at(address, from.byteSize()).copyFrom(from);
  }

  @Override
  public void copyOut(MemorySegment to, long address) {
    to.copyFrom(at(address, to.byteSize()));
  }

  @Override
  public RunResult run(MemorySegment userdata) {
    kernel.accept(userdata);
    return RESULT;
  }

  private MemorySegment at(long address, long bytes) {
    return memory.asSlice(address - memory.address(), bytes);
  }
}
