package org.gpurma.service.notification;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.time.Instant;
import java.util.Map;
import org.gpurma.service.job.Job;
import org.gpurma.service.job.JobEvent;
import org.gpurma.service.job.JobId;

/**
 * An event of a job as CloudEvents 1.0 draws it.
 *
 * @param id the same for every try to deliver it
 */
@JsonPropertyOrder({"specversion", "id", "source", "type", "subject", "time", "datacontenttype"})
record CloudEvent(
    String specversion,
    String id,
    String source,
    String type,
    String subject,
    Instant time,
    String datacontenttype,
    Data data) {

  record Data(
      JobId job,
      String name,
      String project,
      Map<String, String> labels,
      int attempt,
      String state,
      String reason,
      String message) {}

  static CloudEvent of(Job job, JobEvent event, String topic) {
    return new CloudEvent(
        "1.0",
        job.id() + "/" + event.position(),
        "/api/v1/jobs/" + job.id(),
        "org.gpurma.job." + topic,
        job.id().value(),
        event.at(),
        "application/json",
        new Data(
            job.id(),
            job.name(),
            job.project(),
            job.labels(),
            event.attempt(),
            event.state(),
            event.reason(),
            event.message()));
  }
}
