package org.gpurma.service.notification;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.gpurma.service.job.Job;
import org.gpurma.service.job.JobEvent;
import org.gpurma.service.job.JobStore;
import org.gpurma.service.job.Notifications;
import org.gpurma.service.job.PendingNotification;
import org.gpurma.service.jobspec.JobSpecs;
import org.gpurma.service.jobspec.NotificationSpec;
import org.gpurma.service.settings.WebhookSettings;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the addresses that job specs name of their jobs' events. An event is noted down together
 * with what happened, so that a crash loses none; an address may get one twice, under the same id.
 */
public final class Notifier implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Notifier.class);
  private static final Duration LOOK_AGAIN = Duration.ofMillis(500);
  private static final Duration LONGEST_PAUSE = Duration.ofHours(1);
  private static final int MOST_AT_ONCE = 50;

  private final JobStore jobs;
  private final Notifications notifications;
  private final JobSpecs specs;
  private final WebhookSettings settings;
  private final WebhookSender sender;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  public Notifier(
      JobStore jobs,
      Notifications notifications,
      JobSpecs specs,
      WebhookSettings settings,
      String secret) {
    this.jobs = jobs;
    this.notifications = notifications;
    this.specs = specs;
    this.settings = settings;
    this.sender = new WebhookSender(settings, secret);
  }

  public void start() {
    threads.submit(this::deliverForEver);
  }

  private void deliverForEver() {
    try {
      while (true) {
        if (deliverDue() < MOST_AT_ONCE) {
          Thread.sleep(LOOK_AGAIN);
        }
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private int deliverDue() throws InterruptedException {
    try {
      List<PendingNotification> due = notifications.due(Instant.now(), MOST_AT_ONCE);
      List<? extends Future<?>> deliveries =
          due.stream().map(pending -> threads.submit(() -> deliver(pending))).toList();
      for (Future<?> delivery : deliveries) {
        delivery.get();
      }
      return due.size();
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) {
      LOG.warn("notifications could not be looked at; they are tried again", e);
      return 0;
    }
  }

  /** One that cannot even be read must not keep the others waiting. */
  private void deliver(PendingNotification pending) {
    try {
      deliverNow(pending);
    } catch (RuntimeException e) {
      LOG.warn("{} could not be told of", pending, e);
      note(pending, new WebhookSender.Answer.Refused(e.toString()));
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private void deliverNow(PendingNotification pending) throws InterruptedException {
    JobEvent event = jobs.events().list(pending.job(), pending.position(), 1).getFirst();
    Job job = jobs.get(pending.job());
    NotificationSpec target = specs.bind(jobs.spec(job.id())).notifications().get(pending.target());
    Optional<String> topic = Topics.of(event).stream().filter(target.on()::contains).findFirst();
    if (topic.isEmpty()) {
      notifications.drop(pending);
      return;
    }
    note(
        pending, sender.send(target.url(), CloudEvent.of(job, event, Topics.of(event).getFirst())));
  }

  private void note(PendingNotification pending, WebhookSender.Answer answer) {
    Instant now = Instant.now();
    switch (answer) {
      case WebhookSender.Answer.Taken _ -> notifications.delivered(pending, now);
      case WebhookSender.Answer.Gone _ ->
          notifications.failed(pending, "the address wants no more events", null);
      case WebhookSender.Answer.Refused refused -> {
        int tries = pending.tries() + 1;
        notifications.failed(
            pending, refused.why(), tries >= settings.tries() ? null : now.plus(pauseAfter(tries)));
      }
    }
  }

  private Duration pauseAfter(int tries) {
    Duration pause = settings.firstPause().multipliedBy(1L << Math.min(tries - 1, 20));
    return pause.compareTo(LONGEST_PAUSE) < 0 ? pause : LONGEST_PAUSE;
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
