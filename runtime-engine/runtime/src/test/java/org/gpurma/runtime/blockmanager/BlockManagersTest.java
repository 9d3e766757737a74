package org.gpurma.runtime.blockmanager;

import static org.assertj.core.api.Assertions.assertThat;

import org.gpurma.runtime.fakes.FakeNetwork;
import org.gpurma.runtime.fakes.FakeRank;
import org.gpurma.runtime.records.WindowHandle;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BlockManagersTest {

  private static final int RANKS = 100;
  private static final int BUSY = 3;
  private static final int TAG = 5;

  private final ProcessFixture process = new ProcessFixture(FakeNetwork.wires(2), 0, RANKS);
  private final FakeRank busy = process.ranks.get(BUSY);

  @AfterEach
  void close() {
    process.close();
  }

  @Test
  void aRankThatAlwaysHasMoreToSayIsHeardOnceATurn() {
    process.network.onSend(this::count);
    count();
    process.departures.work();
    int once = busy.commandsConsumed();
    process.departures.work();
    assertThat(once).isPositive().isLessThan(RANKS);
    assertThat(busy.commandsConsumed()).isEqualTo(2 * once);
  }

  @Test
  void everyRankIsHeardInATurn() {
    process.ranks.forEach(rank -> rank.count(WindowHandle.WORLD, RANKS, TAG));
    process.departures.work();
    assertThat(process.ranks).allMatch(rank -> rank.commandsConsumed() == 1);
  }

  private void count() {
    busy.count(WindowHandle.WORLD, RANKS, TAG);
  }
}
