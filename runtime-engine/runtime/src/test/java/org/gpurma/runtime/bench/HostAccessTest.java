package org.gpurma.runtime.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.gpurma.runtime.fakes.FakeNetwork;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class HostAccessTest {

  private static final int SLOT_BYTES =
      (int) (HostAccess.receiveBuffers(Arena.ofAuto()).byteSize() / 4);

  private static void run(FakeNetwork.Wires wires, int process, Arena arena, List<String> rows) {
    MemorySegment received = HostAccess.receiveBuffers(arena);
    new HostAccess(
            FakeNetwork.connect(wires, process, received, SLOT_BYTES), received, arena, process)
        .measureAll(2, 3, rows::add);
  }

  @Test
  void theFirstOfTwoProcessesWritesARowForEverySize() throws Exception {
    List<String> rows = new CopyOnWriteArrayList<>();
    try (Arena arena = Arena.ofShared()) {
      FakeNetwork.Wires wires = FakeNetwork.wires(2);
      CompletableFuture<Void> second = CompletableFuture.runAsync(() -> run(wires, 1, arena, rows));
      run(wires, 0, arena, rows);
      second.get(30, TimeUnit.SECONDS);
    }

    assertThat(rows).hasSize(20);
    assertThat(rows.getFirst()).matches("csv gpurma,host_to_host,host,0,2,1,2,3,([0-9.]+,){3}us");
    assertThat(rows.getLast()).startsWith("csv gpurma,host_to_host,host,1048576,2,1,2,3,");
  }
}
