package org.gpurma.runtime.stall;

import java.util.List;
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
  public void deadlocked(List<String> lines) {
    stalled(lines);
    failures.report(new Failure.Deadlock(message(lines)));
  }

  private String message(List<String> lines) {
    String all = worldSize == 1 ? "the only rank waits" : "all %d ranks wait".formatted(worldSize);
    String shown = String.join("; ", lines.stream().limit(SHOWN).toList());
    String rest =
        lines.size() <= SHOWN
            ? ""
            : "; the job's log has %d lines more".formatted(lines.size() - SHOWN);
    return "deadlock: %s and nothing is on its way; %s%s".formatted(all, shown, rest);
  }
}
