package org.gpurma.client.bench;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Case studies beside what they are compared with. */
public final class CaseTable {

  private static final List<String> COLUMNS =
      List.of(
          "case",
          "GPUs",
          "size",
          "ranks x threads",
          "gpurma (us)",
          "compute",
          "communicate",
          "mpi-cuda (us)",
          "compute",
          "communicate",
          "mpi-cuda / gpurma");

  private static final String NONE = "-";

  private CaseTable() {}

  /** A row for each run of ours; of one that was made twice the first counts. */
  public static Table of(List<CaseRun> runs) {
    return new Table(
        COLUMNS,
        runs.stream()
            .filter(run -> run.model().equals(CaseRun.OURS))
            .map(run -> row(run, runs.stream().filter(run::isTwinOf).findFirst()))
            .toList());
  }

  private static List<String> row(CaseRun ours, Optional<CaseRun> other) {
    return List.of(
        ours.title(),
        Long.toString(ours.gpus()),
        ours.size(),
        ours.ranks() + " x " + ours.threads(),
        time(ours.median()),
        time(ours.compute()),
        time(ours.communicate()),
        other.map(run -> time(run.median())).orElse(NONE),
        other.map(run -> time(run.compute())).orElse(NONE),
        other.map(run -> time(run.communicate())).orElse(NONE),
        other.map(run -> ratio(run.median() / ours.median())).orElse(NONE));
  }

  private static String time(double microseconds) {
    return String.format(Locale.ROOT, microseconds < 100 ? "%.2f" : "%.1f", microseconds);
  }

  private static String ratio(double ratio) {
    return String.format(Locale.ROOT, "%.2f", ratio);
  }
}
