package org.gpurma.runtime.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.gpurma.runtime.config.RuntimeConfig;
import org.gpurma.runtime.fakes.FakeDevice;
import org.gpurma.runtime.fakes.FakeNetwork;
import org.gpurma.runtime.report.Spool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class HostPutTest {

  private static final int RANKS = 3;

  @TempDir private Path folder;

  private final FakeNetwork.Wires wires = FakeNetwork.wires(2);
  private final List<String> rows = new CopyOnWriteArrayList<>();

  @Test
  void theFirstOfTwoProcessesWritesARowForEverySize() throws Exception {
    CompletableFuture<Void> second = CompletableFuture.runAsync(() -> run(1));
    run(0);
    second.get(30, TimeUnit.SECONDS);

    assertThat(rows).hasSize(3);
    assertThat(rows.getFirst()).matches("csv gpurma,host_put,host,4,3,1,2,1,([0-9.]+,){3}us");
    assertThat(rows.getLast()).startsWith("csv gpurma,host_put,host,1024,3,1,2,1,");
  }

  private void run(int process) {
    try (FakeDevice device = new FakeDevice();
        Spool spool = Spool.open(folder.resolve(process + ".spool"))) {
      new HostPut(
              device,
              RuntimeConfig.from(new Properties(), Map.of()),
              process,
              RANKS,
              (memory, slotBytes) -> FakeNetwork.connect(wires, process, memory, slotBytes))
          .measureAll(spool, 2, 1, rows::add);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
