package org.gpurma.service.web;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.gpurma.service.job.Job;
import org.gpurma.service.job.JobId;
import org.gpurma.service.lifecycle.JobScheduler;
import org.gpurma.service.security.Verb;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Job arrays, which sweeps make: all of their jobs at once. */
@RestController
@RequestMapping("/api/v1/arrays/{id}")
final class ArrayController {
  private final JobReading reading;
  private final JobScheduler scheduler;

  ArrayController(JobReading reading, JobScheduler scheduler) {
    this.reading = reading;
    this.scheduler = scheduler;
  }

  /**
   * @param maxParallel how many may run at once; 0: any number
   * @param states how many jobs are in which state
   */
  record ArrayView(
      JobId id,
      String name,
      int size,
      int maxParallel,
      Map<String, Integer> states,
      List<JobSummary> jobs) {
    static ArrayView of(List<Job> jobs) {
      Job first = jobs.getFirst();
      Map<String, Integer> states = new TreeMap<>();
      jobs.forEach(job -> states.merge(job.state().word(), 1, Integer::sum));
      return new ArrayView(
          first.id(),
          first.name(),
          jobs.size(),
          first.array().maxParallel(),
          states,
          jobs.stream().map(JobSummary::of).toList());
    }
  }

  @GetMapping
  ArrayView get(@PathVariable String id) {
    return ArrayView.of(reading.array(id));
  }

  @Needs(Verb.CONTROL)
  @PostMapping("/cancel")
  ResponseEntity<ArrayView> cancel(@PathVariable String id) {
    for (Job job : reading.array(id)) {
      if (!job.state().ended()) {
        scheduler.cancel(job);
      }
    }
    return accepted(id);
  }

  @Needs(Verb.CONTROL)
  @PostMapping("/hold")
  ResponseEntity<ArrayView> hold(@PathVariable String id) {
    reading.array(id).forEach(job -> scheduler.hold(job.id(), true));
    return accepted(id);
  }

  @Needs(Verb.CONTROL)
  @PostMapping("/release")
  ResponseEntity<ArrayView> release(@PathVariable String id) {
    reading.array(id).forEach(job -> scheduler.hold(job.id(), false));
    return accepted(id);
  }

  private ResponseEntity<ArrayView> accepted(String id) {
    return ResponseEntity.accepted().body(ArrayView.of(reading.array(id)));
  }
}
