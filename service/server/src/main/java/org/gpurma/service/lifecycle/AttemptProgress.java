package org.gpurma.service.lifecycle;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.gpurma.service.ingest.RecordListener;
import org.gpurma.service.job.AttemptId;
import org.gpurma.service.job.AttemptStore;
import org.gpurma.service.job.FailureInfo;
import org.gpurma.service.job.ProcessInfo;
import org.gpurma.wire.Failure;
import org.gpurma.wire.Finished;
import org.gpurma.wire.SpooledRecord;
import org.gpurma.wire.Started;

/** How far the processes of an attempt are, by what they have reported. */
final class AttemptProgress implements RecordListener {
  private final AttemptStore store;
  private final Consumer<Signal> signals;
  private final List<ProcessInfo> processes;
  private final Map<Integer, Finished> finished = new HashMap<>();
  private FailureInfo failure;

  AttemptProgress(AttemptStore store, List<ProcessInfo> planned, Consumer<Signal> signals) {
    this.store = store;
    this.processes = new ArrayList<>(planned);
    this.signals = signals;
  }

  @Override
  public synchronized void reported(AttemptId attempt, int process, SpooledRecord record) {
    switch (record.getEventCase()) {
      case STARTED -> started(attempt, process, record.getStarted());
      case FAILURE -> failed(attempt, process, record.getFailure());
      case FINISHED -> finished.put(process, record.getFinished());
      case LOG, LINES, GAP, SAMPLE, STALL, EVENT_NOT_SET -> {}
    }
  }

  @Override
  public void replayed(AttemptId attempt, int process, SpooledRecord record) {
    reported(attempt, process, record);
  }

  private void started(AttemptId attempt, int process, Started started) {
    ProcessInfo planned = processes.get(process);
    processes.set(
        process,
        planned.started(
            started.getGpuName().isEmpty() ? planned.gpuName() : started.getGpuName(),
            Integer.toUnsignedLong(started.getRankStart()),
            Integer.toUnsignedLong(started.getRankCount()),
            Integer.toUnsignedLong(started.getPid())));
    store.processes(attempt, processes);
    if (processes.stream().allMatch(info -> info.pid() != null)) {
      signals.accept(new Signal.AllStarted());
    }
  }

  private void failed(AttemptId attempt, int process, Failure reported) {
    FailureInfo info = Failures.reported(process, reported, processes);
    if (failure == null) {
      failure = info;
      store.failed(attempt, info);
    }
    signals.accept(new Signal.FailureReported());
  }

  synchronized List<ProcessInfo> processes() {
    return List.copyOf(processes);
  }

  /** That a node is gone explains whatever its peers reported. */
  synchronized void lost(AttemptId attempt, FailureInfo lost) {
    failure = lost;
    store.failedFirst(attempt, lost);
  }

  synchronized boolean hasFinished(int process) {
    return finished.containsKey(process);
  }

  /** The first failure, or null. */
  synchronized FailureInfo failure() {
    return failure;
  }

  synchronized List<Integer> startedProcesses() {
    return processes.stream().filter(info -> info.pid() != null).map(ProcessInfo::index).toList();
  }

  synchronized boolean anyStarted() {
    return processes.stream().anyMatch(info -> info.pid() != null);
  }

  synchronized boolean allSucceeded() {
    return finished.size() == processes.size()
        && finished.values().stream().allMatch(Finished::getSuccess);
  }

  /** The slowest process's time from launch to the end of the kernel; null where none has ended. */
  synchronized Double kernelMillis() {
    return finished.isEmpty()
        ? null
        : finished.values().stream().mapToLong(Finished::getKernelNs).max().orElse(0) / 1e6;
  }

  /** A line for each process whose ranks used the CPU timers, in the order of the processes. */
  synchronized List<String> timings() {
    return finished.entrySet().stream()
        .filter(process -> process.getValue().getTimingsMsCount() > 0)
        .sorted(Map.Entry.comparingByKey())
        .map(
            process ->
                "process %d timed %s"
                    .formatted(
                        process.getKey(),
                        process.getValue().getTimingsMsList().stream()
                            .map("%.3f ms"::formatted)
                            .collect(Collectors.joining(", "))))
        .toList();
  }

  synchronized long ranks() {
    return processes.stream()
        .mapToLong(info -> info.rankCount() == null ? 0 : info.rankCount())
        .sum();
  }
}
