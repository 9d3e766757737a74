package org.gpurma.runtime.stall;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.gpurma.runtime.failure.Failure;
import org.gpurma.runtime.failure.FailureBoard;
import org.gpurma.runtime.report.Spool;
import org.gpurma.runtime.report.SpoolReader;
import org.gpurma.wire.SpooledRecord;
import org.gpurma.wire.Stall;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportsTest {

  @TempDir private Path folder;

  private final List<Failure> failed = new ArrayList<>();
  private final FailureBoard failures = new FailureBoard(failed::add);

  @Test
  void everyLineOfAReportIsARecord() throws IOException {
    Spool spool = spool();
    new Reports(spool, failures, 16).stalled(List.of("rank 3 waits", "ranks 4-5 wait"));
    assertThat(stalls(spool)).containsExactly("rank 3 waits", "ranks 4-5 wait");
    assertThat(failures.isEnding()).isFalse();
  }

  @Test
  void aDeadlockEndsTheJobWithItsFirstWaitsAndLogsThemAll() throws IOException {
    Spool spool = spool();
    List<String> lines =
        IntStream.range(0, 12).mapToObj(rank -> "rank " + rank + " waits").toList();
    new Reports(spool, failures, 12).deadlocked(new Halt(lines, List.of()));
    assertThat(stalls(spool)).isEqualTo(lines);
    assertThat(failed)
        .containsExactly(
            new Failure.Deadlock(
                "deadlock: all 12 ranks wait and nothing is on its way; rank 0 waits; rank 1 waits;"
                    + " rank 2 waits; rank 3 waits; rank 4 waits; rank 5 waits; rank 6 waits; rank 7"
                    + " waits; the job's log has 4 lines more"));
  }

  @Test
  void aDeadlockNamesWhoHasFinished() throws IOException {
    Spool spool = spool();
    new Reports(spool, failures, 4).deadlocked(new Halt(List.of("rank 3 waits"), List.of(0, 1, 2)));
    assertThat(stalls(spool)).containsExactly("rank 3 waits", "ranks 0-2 have finished");
    assertThat(failed)
        .containsExactly(
            new Failure.Deadlock(
                "deadlock: all ranks that have not finished wait and nothing is on its way; rank 3"
                    + " waits; ranks 0-2 have finished"));
  }

  @Test
  void collectivesThatDoNotMatchEndTheJobAndNameBothSides() throws IOException {
    Spool spool = spool();
    new Reports(spool, failures, 2).mismatched(new Halt(List.of("rank 1 waits"), List.of(0)));
    assertThat(stalls(spool)).containsExactly("rank 1 waits", "rank 0 has finished");
    assertThat(failed)
        .containsExactly(
            new Failure.ApiMisuse(
                OptionalInt.empty(),
                "collectives do not match: rank 1 waits; rank 0 has finished and will never come:"
                    + " all ranks of a communicator must call the same collectives, and"
                    + " gpurma_gpu_finish last"));
  }

  private Spool spool() throws IOException {
    return Spool.open(folder.resolve("0.spool"));
  }

  private static List<String> stalls(Spool spool) throws IOException {
    try (SpoolReader reader = spool.reader()) {
      return reader.next(1 << 20).stream()
          .map(SpooledRecord::getStall)
          .map(Stall::getText)
          .toList();
    }
  }
}
