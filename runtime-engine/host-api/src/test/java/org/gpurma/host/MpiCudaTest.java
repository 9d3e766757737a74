package org.gpurma.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class MpiCudaTest {

  /** Notes what is asked of it, in order. */
  private static final class NotingRuntime implements MpiCudaRuntime {

    private final List<String> notes = new ArrayList<>();
    private final boolean sendsDeviceMemory;

    NotingRuntime(boolean sendsDeviceMemory) {
      this.sendsDeviceMemory = sendsDeviceMemory;
    }

    @Override
    public int process() {
      return 0;
    }

    @Override
    public int processes() {
      return 2;
    }

    @Override
    public boolean sendsDeviceMemory() {
      return sendsDeviceMemory;
    }

    @Override
    public OptionalLong allocate(long bytes) {
      return bytes > 1024 ? OptionalLong.empty() : OptionalLong.of(4096);
    }

    @Override
    public void free(long address) {
      notes.add("free");
    }

    @Override
    public MemorySegment allocateHost(long bytes) {
      return Arena.ofAuto().allocate(bytes);
    }

    @Override
    public void copyIn(long address, MemorySegment from) {
      notes.add("copy in at once");
    }

    @Override
    public void copyOut(MemorySegment to, long address) {
      notes.add("copy out at once");
    }

    @Override
    public Enqueued kernel(String name, int blocks, int threads, MemorySegment argument) {
      return () -> notes.add(name);
    }

    @Override
    public Enqueued copyInLater(long address, MemorySegment from) {
      return () -> notes.add("copy in");
    }

    @Override
    public Enqueued copyOutLater(MemorySegment to, long address) {
      return () -> notes.add("copy out");
    }

    @Override
    public void synchronize() {
      notes.add("synchronize");
    }

    @Override
    public Transfer send(MemorySegment from, int process, int tag) {
      notes.add("send");
      return () -> notes.add("sent");
    }

    @Override
    public Transfer receive(MemorySegment to, int process, int tag) {
      notes.add("receive");
      return () -> notes.add("received");
    }

    @Override
    public double sum(double own) {
      return own;
    }

    @Override
    public void barrier() {
      notes.add("barrier");
    }
  }

  private static List<String> notesOfAnExchange(boolean sendsDeviceMemory) {
    NotingRuntime runtime = new NotingRuntime(sendsDeviceMemory);
    MpiCuda cuda = MpiCuda.open(runtime);
    DeviceMemory memory = cuda.allocate(128);
    MpiCuda.Exchange exchange =
        cuda.exchange().send(memory.slice(0, 64), 1, 0).receive(memory.slice(64, 64), 1, 0);
    exchange.begin();
    cuda.kernel("between", 1, 1, MemorySegment.NULL).enqueue();
    exchange.end();
    return runtime.notes;
  }

  @Test
  void without_cuda_aware_mpi_messages_are_staged_on_the_host() {
    assertThat(notesOfAnExchange(false))
        .containsExactly(
            "receive", "copy out", "synchronize", "send", "between", "received", "sent", "copy in");
  }

  @Test
  void with_cuda_aware_mpi_nothing_is_received_while_kernels_may_still_read_what_lies_there() {
    assertThat(notesOfAnExchange(true))
        .containsExactly("synchronize", "receive", "send", "between", "received", "sent");
  }

  @Test
  void an_exchange_runs_again_and_again() {
    NotingRuntime runtime = new NotingRuntime(true);
    MpiCuda cuda = MpiCuda.open(runtime);
    MpiCuda.Exchange exchange = cuda.exchange().send(cuda.allocate(8), 1, 0);

    exchange.run();
    exchange.run();

    assertThat(runtime.notes)
        .containsExactly("synchronize", "send", "sent", "synchronize", "send", "sent");
  }

  @Test
  void an_exchange_without_messages_does_not_even_wait_for_the_gpu() {
    NotingRuntime runtime = new NotingRuntime(false);

    MpiCuda.open(runtime).exchange().run();

    assertThat(runtime.notes).isEmpty();
  }

  @Test
  void memory_that_is_not_there_is_an_error_that_says_what_to_raise() {
    MpiCuda cuda = MpiCuda.open(new NotingRuntime(false));

    assertThatThrownBy(() -> cuda.allocate(1025))
        .isInstanceOf(GpuRmaException.BadDeviceMemory.class)
        .hasMessageContaining("memory.managedMiB");
  }
}
