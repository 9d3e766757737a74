package org.gpurma.service;

import java.time.Duration;
import org.gpurma.service.cluster.ClusterMonitor;
import org.gpurma.service.cluster.LocalNode;
import org.gpurma.service.joblog.JobLogs;
import org.gpurma.service.lifecycle.JobScheduler;
import org.gpurma.service.notification.Notifier;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/**
 * Takes jobs up when the service can be reached, and lets them go, still running, when it stops.
 */
@Component
class ServiceLifecycle {
  /** Between two questions to a node that is not ready. */
  private static final Duration ASK_AGAIN = Duration.ofSeconds(10);

  private final ClusterMonitor nodes;
  private final JobScheduler scheduler;
  private final Notifier notifier;
  private final JobLogs logs;

  ServiceLifecycle(ClusterMonitor nodes, JobScheduler scheduler, Notifier notifier, JobLogs logs) {
    this.nodes = nodes;
    this.scheduler = scheduler;
    this.notifier = notifier;
    this.logs = logs;
  }

  @EventListener
  void ready(ApplicationReadyEvent event) {
    nodes.awaitFirstAnswers(LocalNode.PROBE_TIMEOUT);
    scheduler.start();
    notifier.start();
    nodes.keepAsking(ASK_AGAIN, scheduler::schedule);
  }

  @EventListener
  void closing(ContextClosedEvent event) {
    scheduler.stop();
    logs.close();
  }
}
