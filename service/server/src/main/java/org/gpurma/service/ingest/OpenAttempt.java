package org.gpurma.service.ingest;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.gpurma.service.job.AttemptId;
import org.gpurma.service.joblog.Entry;
import org.gpurma.service.joblog.JobLog;

/** An attempt whose processes may report: over HTTP while they live, by their spools after. */
public final class OpenAttempt {
  private final AttemptId id;
  private final String token;
  private final int processes;
  private final JobLog log;
  private final OutputFolder outputs;
  private final List<RecordListener> listeners;
  private final LifeSigns lifeSigns = new LifeSigns();
  private final ReentrantLock lock = new ReentrantLock();

  public OpenAttempt(
      AttemptId id,
      String token,
      int processes,
      JobLog log,
      OutputFolder outputs,
      List<RecordListener> listeners) {
    this.id = id;
    this.token = token;
    this.processes = processes;
    this.log = log;
    this.outputs = outputs;
    this.listeners = List.copyOf(listeners);
  }

  public AttemptId id() {
    return id;
  }

  public LifeSigns lifeSigns() {
    return lifeSigns;
  }

  public OutputFolder outputs() {
    return outputs;
  }

  /** Takes as long for a wrong token as for the right one. */
  public boolean admits(String offered) {
    return sameToken(token, offered);
  }

  public static boolean sameToken(String token, String offered) {
    return MessageDigest.isEqual(
        token.getBytes(StandardCharsets.UTF_8), offered.getBytes(StandardCharsets.UTF_8));
  }

  public boolean hasProcess(int process) {
    return process >= 0 && process < processes;
  }

  /**
   * Stores what is new of the records and returns the index of the first one that is still missing.
   *
   * @param firstIndex index of the first of the records; the others count on
   */
  public long accept(int process, long firstIndex, List<? extends Entry.Sent> records) {
    lifeSigns.heard(process);
    lock.lock();
    try {
      long next = log.nextIndex(process);
      long known = next - firstIndex;
      // A gap is left for the process to fill: it sends again from the index we answer.
      if (known < 0 || known >= records.size()) {
        return next;
      }
      List<? extends Entry.Sent> fresh = records.subList((int) known, records.size());
      log.append(fresh);
      fresh.forEach(this::tell);
      return next + fresh.size();
    } finally {
      lock.unlock();
    }
  }

  private void tell(Entry.Sent entry) {
    for (RecordListener listener : listeners) {
      switch (entry) {
        case Entry.Lines lines -> listener.logged(id, lines.lineCount());
        case Entry.Reported reported ->
            listener.reported(id, reported.process(), reported.record());
      }
    }
  }
}
