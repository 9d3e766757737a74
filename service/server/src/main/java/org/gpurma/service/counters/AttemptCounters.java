package org.gpurma.service.counters;

import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import org.gpurma.wire.Sample;
import org.gpurma.wire.SpooledRecord;

/** What the processes of one attempt have counted. Thread-safe. */
final class AttemptCounters {
  private final int attempt;
  private final Series series = new Series();
  private final Map<Integer, Said> latest = new TreeMap<>();

  private record Said(Instant at, Sample sample) {}

  AttemptCounters(int attempt) {
    this.attempt = attempt;
  }

  synchronized void add(int process, SpooledRecord record) {
    Instant at = Instant.EPOCH.plusNanos(record.getHostTimeNs());
    latest.put(process, new Said(at, record.getSample()));
    series.add(process, at.toEpochMilli(), Column.of(record.getSample()));
  }

  synchronized CountersReport report(boolean live) {
    return new CountersReport(
        attempt,
        live,
        series.intervalMillis() / 1e3,
        latest.entrySet().stream()
            .map(said -> Reports.of(said.getKey(), said.getValue().at(), said.getValue().sample()))
            .toList(),
        Reports.samples(series.points()));
  }
}
