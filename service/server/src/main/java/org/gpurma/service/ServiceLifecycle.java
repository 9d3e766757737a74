package org.gpurma.service;

import org.gpurma.service.cluster.ClusterMonitor;
import org.gpurma.service.cluster.LocalNode;
import org.gpurma.service.joblog.JobLogs;
import org.gpurma.service.lifecycle.JobScheduler;
import org.gpurma.service.lifecycle.Retention;
import org.gpurma.service.notification.Notifier;
import org.gpurma.service.settings.ServiceSettings;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/**
 * Takes jobs up when the service can be reached, and lets them go, still running, when it stops.
 */
@Component
class ServiceLifecycle {
  private final ServiceSettings settings;
  private final ClusterMonitor nodes;
  private final JobScheduler scheduler;
  private final Notifier notifier;
  private final Retention retention;
  private final JobLogs logs;

  ServiceLifecycle(
      ServiceSettings settings,
      ClusterMonitor nodes,
      JobScheduler scheduler,
      Notifier notifier,
      Retention retention,
      JobLogs logs) {
    this.settings = settings;
    this.nodes = nodes;
    this.scheduler = scheduler;
    this.notifier = notifier;
    this.retention = retention;
    this.logs = logs;
  }

  @EventListener
  void ready(ApplicationReadyEvent event) {
    nodes.awaitFirstAnswers(LocalNode.PROBE_TIMEOUT);
    scheduler.start();
    notifier.start();
    retention.start();
    nodes.keepAsking(settings.cluster().askAgain(), scheduler::schedule);
    Thread.ofPlatform().daemon().name("prepare-logs").start(JobLogs::prepare);
  }

  @EventListener
  void closing(ContextClosedEvent event) {
    scheduler.stop();
    logs.close();
  }
}
