package org.gpurma.client.bench;

import java.util.ArrayList;
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

  private static final List<String> BY_NVSHMEM = List.of("nvshmem (us)", "nvshmem / gpurma");

  /**
   * A row for each run of ours; of one that was made twice the first counts. What NVSHMEM takes
   * stands there where it was measured at all.
   */
  public static Table of(List<CaseRun> runs) {
    boolean hasNvshmem = runs.stream().anyMatch(run -> run.model().equals(CaseRun.NVSHMEM));
    List<String> columns = new ArrayList<>(COLUMNS);
    if (hasNvshmem) {
      columns.addAll(BY_NVSHMEM);
    }
    List<List<String>> rows = new ArrayList<>();
    for (CaseRun run : runs) {
      if (run.model().equals(CaseRun.OURS)) {
        List<String> row = row(run, twin(run, runs, CaseRun.MPI_CUDA));
        if (hasNvshmem) {
          Optional<CaseRun> other = twin(run, runs, CaseRun.NVSHMEM);
          row.add(other.map(each -> time(each.median())).orElse(NONE));
          row.add(other.map(each -> ratio(each.median() / run.median())).orElse(NONE));
        }
        rows.add(List.copyOf(row));
      }
    }
    return new Table(columns, rows);
  }

  private static Optional<CaseRun> twin(CaseRun ours, List<CaseRun> runs, String model) {
    return runs.stream().filter(run -> run.model().equals(model) && run.isTwinOf(ours)).findFirst();
  }

  private static List<String> row(CaseRun ours, Optional<CaseRun> other) {
    return new ArrayList<>(
        List.of(
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
            other.map(run -> ratio(run.median() / ours.median())).orElse(NONE)));
  }

  private static String time(double microseconds) {
    return String.format(Locale.ROOT, microseconds < 100 ? "%.2f" : "%.1f", microseconds);
  }

  private static String ratio(double ratio) {
    return String.format(Locale.ROOT, "%.2f", ratio);
  }
}
