package org.gpurma.service.counters;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.gpurma.service.ingest.RecordListener;
import org.gpurma.service.job.AttemptId;
import org.gpurma.service.joblog.JobLog;
import org.gpurma.wire.SpooledRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * What the processes of all attempts have counted: of those that run in memory, of the others in a
 * file of their folder. Their logs hold it all, and are read again where it is nowhere else.
 */
public final class JobCounters implements RecordListener {
  private static final Logger LOG = LoggerFactory.getLogger(JobCounters.class);

  private final Function<AttemptId, Path> fileOf;
  private final Map<AttemptId, AttemptCounters> live = new ConcurrentHashMap<>();
  private final JsonMapper json = new JsonMapper();

  public JobCounters(Function<AttemptId, Path> fileOf) {
    this.fileOf = fileOf;
  }

  @Override
  public void reported(AttemptId attempt, int process, SpooledRecord record) {
    if (record.hasSample()) {
      live.computeIfAbsent(attempt, id -> new AttemptCounters(id.number())).add(process, record);
    }
  }

  @Override
  public void replayed(AttemptId attempt, int process, SpooledRecord record) {
    reported(attempt, process, record);
  }

  /** Nothing more is reported of it. */
  public void ended(AttemptId attempt) {
    Optional.ofNullable(live.get(attempt)).ifPresent(counters -> keep(attempt, counters));
    live.remove(attempt);
  }

  /** A file that is missing can be made again, so the attempt does not fail for it. */
  private void keep(AttemptId attempt, AttemptCounters counters) {
    Path file = fileOf.apply(attempt);
    try {
      Path whole = Files.createTempFile(file.getParent(), "counters", ".json");
      Files.write(whole, json.writeValueAsBytes(counters.report(false)));
      Files.move(whole, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      LOG.warn("the counters of {} could not be kept", attempt, e);
    }
  }

  /**
   * What there is of an attempt.
   *
   * @param log its own, read where it has ended and its counters are nowhere else
   */
  public CountersReport of(AttemptId attempt, boolean ended, JobLog log) {
    AttemptCounters running = live.get(attempt);
    if (running != null) {
      return running.report(true);
    }
    if (!ended) {
      return new AttemptCounters(attempt.number()).report(true);
    }
    return kept(attempt)
        .orElseGet(
            () -> {
              var counters = new AttemptCounters(attempt.number());
              log.replay(
                  entry -> {
                    if (entry.record().hasSample()) {
                      counters.add(entry.process(), entry.record());
                    }
                  });
              return counters.report(false);
            });
  }

  private Optional<CountersReport> kept(AttemptId attempt) {
    try {
      return Optional.of(
          json.readValue(Files.readAllBytes(fileOf.apply(attempt)), CountersReport.class));
    } catch (NoSuchFileException _) {
      return Optional.empty();
    } catch (IOException | JacksonException e) {
      LOG.warn("the counters of {} are read from its log again", attempt, e);
      return Optional.empty();
    }
  }
}
