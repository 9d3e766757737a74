package org.gpurma.service;

import org.gpurma.service.joblog.JobLogs;
import org.gpurma.service.lifecycle.JobScheduler;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/**
 * Takes jobs up when the service can be reached, and lets them go, still running, when it stops.
 */
@Component
class ServiceLifecycle {
  private final JobScheduler scheduler;
  private final JobLogs logs;

  ServiceLifecycle(JobScheduler scheduler, JobLogs logs) {
    this.scheduler = scheduler;
    this.logs = logs;
  }

  @EventListener
  void ready(ApplicationReadyEvent event) {
    scheduler.start();
  }

  @EventListener
  void closing(ContextClosedEvent event) {
    scheduler.stop();
    logs.close();
  }
}
