package org.gpurma.service.web;

import java.time.Instant;
import java.util.List;
import org.gpurma.service.job.Job;
import org.gpurma.service.job.JobStore;
import org.gpurma.service.job.Notifications;
import org.gpurma.service.job.PendingNotification;
import org.gpurma.service.jobspec.JobSpecs;
import org.gpurma.service.jobspec.NotificationSpec;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** Who was told of a job's events. */
@RestController
final class NotificationController {
  private final JobReading reading;
  private final JobStore jobs;
  private final JobSpecs specs;
  private final Notifications notifications;

  NotificationController(
      JobReading reading, JobStore jobs, JobSpecs specs, Notifications notifications) {
    this.reading = reading;
    this.jobs = jobs;
    this.specs = specs;
    this.notifications = notifications;
  }

  record NotificationViews(List<NotificationView> items) {}

  /**
   * @param event its position
   * @param nextTryAt null once it is delivered, or given up
   */
  record NotificationView(
      String url, int event, int tries, Instant deliveredAt, Instant nextTryAt, String lastError) {
    static NotificationView of(PendingNotification notification, List<NotificationSpec> targets) {
      return new NotificationView(
          targets.get(notification.target()).url(),
          notification.position(),
          notification.tries(),
          notification.deliveredAt(),
          notification.nextAt(),
          notification.lastError());
    }
  }

  @GetMapping("/api/v1/jobs/{id}/notifications")
  NotificationViews notifications(@PathVariable String id) {
    Job job = reading.job(id);
    List<NotificationSpec> targets = specs.bind(jobs.spec(job.id())).notifications();
    return new NotificationViews(
        notifications.of(job.id()).stream()
            .map(notification -> NotificationView.of(notification, targets))
            .toList());
  }
}
