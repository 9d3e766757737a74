package org.gpurma.service.lifecycle;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.gpurma.service.job.EndedJobs;
import org.gpurma.service.job.JobId;
import org.gpurma.service.job.SubmissionKeys;
import org.gpurma.service.runfolder.Folders;
import org.gpurma.service.runfolder.RunFolders;
import org.gpurma.service.settings.RetentionSettings;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Removes jobs that ended long ago, rows first, then folders. */
public final class Retention implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Retention.class);
  private static final int AT_ONCE = 500;

  /** How long a submission may be sent again under its key. */
  private static final Duration KEYS_KEPT = Duration.ofDays(7);

  private final RetentionSettings settings;
  private final EndedJobs jobs;
  private final SubmissionKeys keys;
  private final RunFolders folders;
  private final Thread sweeper;

  /** Bytes of the folders of jobs that have ended: they do not change. */
  private final Map<JobId, Long> sizes = new HashMap<>();

  public Retention(
      RetentionSettings settings, EndedJobs jobs, SubmissionKeys keys, RunFolders folders) {
    this.settings = settings;
    this.jobs = jobs;
    this.keys = keys;
    this.folders = folders;
    this.sweeper = Thread.ofVirtual().name("retention").unstarted(this::sweepUntilClosed);
  }

  public void start() {
    sweeper.start();
  }

  private void sweepUntilClosed() {
    try {
      while (true) {
        try {
          sweep(Instant.now());
        } catch (RuntimeException e) {
          LOG.error("old jobs could not be removed; it is tried again", e);
        }
        Thread.sleep(settings.every());
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  void sweep(Instant now) {
    keys.forgetBefore(now.minus(KEYS_KEPT));
    removeFolders();
    int removed = 0;
    if (!settings.age().isZero()) {
      removed += removeAll(() -> jobs.endedBefore(now.minus(settings.age()), AT_ONCE));
    }
    if (settings.count() > 0) {
      removed += removeAll(() -> jobs.allBut(settings.count(), AT_ONCE));
    }
    if (settings.bytes().toBytes() > 0) {
      removed += removeThoseBeyond(settings.bytes().toBytes());
    }
    if (removed > 0) {
      LOG.info("{} jobs that ended long ago were removed", removed);
    }
  }

  private int removeAll(Supplier<List<JobId>> due) {
    int removed = 0;
    List<JobId> some = due.get();
    while (!some.isEmpty()) {
      int before = removed;
      for (JobId id : some) {
        removed += jobs.remove(id) ? 1 : 0;
      }
      removeFolders();
      // Nothing more where all of them were tried again meanwhile.
      some = removed > before ? due.get() : List.of();
    }
    return removed;
  }

  /** The oldest go first; the newest stays, however large it is. */
  private int removeThoseBeyond(long bytes) {
    int removed = 0;
    long kept = 0;
    Map<JobId, Long> measured = new HashMap<>();
    for (JobId id : jobs.newestFirst()) {
      long size = sizes.computeIfAbsent(id, ended -> Folders.bytes(folders.job(ended)));
      kept += size;
      boolean stays = measured.isEmpty() || kept <= bytes;
      measured.put(id, size);
      removed += !stays && jobs.remove(id) ? 1 : 0;
    }
    sizes.keySet().retainAll(measured.keySet());
    removeFolders();
    return removed;
  }

  private void removeFolders() {
    for (EndedJobs.Removed job : jobs.removed()) {
      Folders.delete(folders.job(job.id()));
      job.files().ifPresent(files -> Folders.delete(folders.files().resolve(files)));
      jobs.forget(job.id());
    }
  }

  @Override
  public void close() {
    sweeper.interrupt();
  }
}
