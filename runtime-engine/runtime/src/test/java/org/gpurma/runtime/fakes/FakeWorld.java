package org.gpurma.runtime.fakes;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.gpurma.runtime.network.NetworkManager;
import org.gpurma.runtime.network.World;

/** One process of a world whose processes are threads. */
public final class FakeWorld implements World {

  private final int process;
  private final byte[][] told;
  private final CyclicBarrier allAreHere;
  private final FakeNetwork.Wires wires;

  private FakeWorld(int process, byte[][] told, CyclicBarrier allAreHere, FakeNetwork.Wires wires) {
    this.process = process;
    this.told = told;
    this.allAreHere = allAreHere;
    this.wires = wires;
  }

  /** Runs the body as every process of a world; returns the results by process. */
  public static <T> List<T> run(int processes, Function<World, T> body) throws Exception {
    byte[][] told = new byte[processes][];
    CyclicBarrier allAreHere = new CyclicBarrier(processes);
    FakeNetwork.Wires wires = FakeNetwork.wires(processes);
    List<Callable<T>> all =
        IntStream.range(0, processes)
            .<Callable<T>>mapToObj(
                process -> () -> body.apply(new FakeWorld(process, told, allAreHere, wires)))
            .toList();
    List<T> results = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(processes)) {
      for (Future<T> result : threads.invokeAll(all)) {
        results.add(result.get());
      }
    }
    return results;
  }

  @Override
  public int process() {
    return process;
  }

  @Override
  public int processes() {
    return told.length;
  }

  @Override
  public String version() {
    return "threads";
  }

  @Override
  public boolean allowsThreads() {
    return true;
  }

  @Override
  public boolean isCudaAware() {
    return false;
  }

  @Override
  public List<byte[]> allGather(byte[] mine) {
    told[process] = mine;
    await();
    List<byte[]> all = List.copyOf(Arrays.asList(told));
    await();
    return all;
  }

  @Override
  public NetworkManager connect(MemorySegment memory, int slotBytes) {
    return FakeNetwork.connect(wires, process, memory, slotBytes);
  }

  @Override
  public void close() {
    await();
  }

  private void await() {
    try {
      allAreHere.await();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
