package org.gpurma.runtime.stall;

import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.gpurma.runtime.failure.Failure;
import org.gpurma.runtime.failure.FailureBoard;
import org.gpurma.runtime.report.Spool;
import org.gpurma.wire.SpooledRecord;
import org.gpurma.wire.Stall;

/** Tells the service what a watch found, and ends the job that is deadlocked. */
final class Reports implements Findings {

  /** Of the waits, in the failure's message; the log has them all. */
  private static final int SHOWN = 8;

  private final Spool spool;
  private final FailureBoard failures;
  private final int worldSize;

  Reports(Spool spool, FailureBoard failures, int worldSize) {
    this.spool = spool;
    this.failures = failures;
    this.worldSize = worldSize;
  }

  @Override
  public void stalled(List<String> lines) {
    for (String line : lines) {
      spool.append(SpooledRecord.newBuilder().setStall(Stall.newBuilder().setText(line)));
    }
    spool.flush();
  }

  @Override
  public void deadlocked(Halt halt) {
    stalled(lines(halt));
    failures.report(
        new Failure.Deadlock(
            "deadlock: %s and nothing is on its way; %s%s"
                .formatted(
                    who(halt),
                    waits(halt),
                    halt.finished().isEmpty() ? "" : "; " + finished(halt))));
  }

  /** Who is at fault cannot be said: some called too much, or others too little. */
  @Override
  public void mismatched(Halt halt) {
    stalled(lines(halt));
    failures.report(
        new Failure.ApiMisuse(
            OptionalInt.empty(),
            "collectives do not match: %s; %s and will never come: all ranks of a communicator must call the same collectives, and gpurma_gpu_finish last"
                .formatted(waits(halt), finished(halt))));
  }

  private static List<String> lines(Halt halt) {
    Stream<String> finished =
        halt.finished().isEmpty() ? Stream.empty() : Stream.of(finished(halt));
    return Stream.concat(halt.waits().stream(), finished).toList();
  }

  private static String finished(Halt halt) {
    return RankRanges.of(halt.finished(), " has finished", " have finished");
  }

  private String who(Halt halt) {
    if (!halt.finished().isEmpty()) {
      return "all ranks that have not finished wait";
    }
    return worldSize == 1 ? "the only rank waits" : "all %d ranks wait".formatted(worldSize);
  }

  private static String waits(Halt halt) {
    List<String> lines = halt.waits();
    String shown = String.join("; ", lines.stream().limit(SHOWN).toList());
    return lines.size() <= SHOWN
        ? shown
        : "%s; the job's log has %d lines more".formatted(shown, lines.size() - SHOWN);
  }
}
