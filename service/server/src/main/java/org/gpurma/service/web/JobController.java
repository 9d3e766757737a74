package org.gpurma.service.web;

import jakarta.servlet.http.HttpServletRequest;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.gpurma.service.job.Job;
import org.gpurma.service.job.JobEvent;
import org.gpurma.service.job.JobFilter;
import org.gpurma.service.job.JobLists;
import org.gpurma.service.job.JobPage;
import org.gpurma.service.job.JobStore;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.json.JsonMapper;

/** Jobs: list, look at, and their history. */
@RestController
@RequestMapping("/api/v1/jobs")
final class JobController {
  static final int MAX_PAGE = 500;
  private static final int MAX_EVENTS = 1000;

  private final JobStore jobs;
  private final JobLists lists;
  private final JobReading reading;
  private final JsonMapper json;

  JobController(JobStore jobs, JobLists lists, JobReading reading, JsonMapper json) {
    this.jobs = jobs;
    this.lists = lists;
    this.reading = reading;
    this.json = json;
  }

  record Page(List<JobSummary> items, String next) {}

  @GetMapping
  @Takes(several = {"state", "label"})
  Page list(
      @RequestParam(defaultValue = "50") int limit,
      @RequestParam Optional<String> cursor,
      @RequestParam Optional<String> project,
      @RequestParam Optional<String> name,
      @RequestParam Optional<String> array,
      HttpServletRequest request) {
    if (limit < 1 || limit > MAX_PAGE) {
      throw ApiException.badRequest("limit must be 1 to " + MAX_PAGE + ", but is " + limit);
    }
    JobFilter filter =
        JobFilters.of(
            Parameters.all(request, "state"),
            project,
            name,
            array,
            Parameters.all(request, "label"));
    OptionalLong before =
        cursor.map(text -> ListCursor.decode(text, filter)).orElse(OptionalLong.empty());
    JobPage page = lists.list(filter, before, limit);
    return new Page(
        page.jobs().stream().map(JobSummary::of).toList(),
        page.next().isPresent() ? ListCursor.encode(page.next().getAsLong(), filter) : null);
  }

  @GetMapping("/{id}")
  ResponseEntity<byte[]> get(
      @PathVariable String id,
      @RequestHeader(name = HttpHeaders.IF_NONE_MATCH, required = false) Optional<String> known) {
    Job job = reading.job(id);
    byte[] body = json.writeValueAsBytes(reading.view(job));
    String tag = Etags.of(job, body);
    if (Etags.isKnown(known, tag)) {
      return ResponseEntity.status(HttpStatus.NOT_MODIFIED).eTag(tag).build();
    }
    return ResponseEntity.ok().contentType(MediaType.APPLICATION_JSON).eTag(tag).body(body);
  }

  /** As it was sent, to be sent again. */
  @GetMapping("/{id}/spec")
  ResponseEntity<String> spec(@PathVariable String id) {
    String sent = jobs.sentSpec(reading.job(id).id());
    String type = sent.stripLeading().startsWith("{") ? "application/json" : "application/yaml";
    return ResponseEntity.ok().contentType(MediaType.parseMediaType(type)).body(sent);
  }

  record Events(List<EventView> items, Integer next) {}

  record EventView(
      int position,
      Instant at,
      String kind,
      int attempt,
      String state,
      String reason,
      String message) {
    static EventView of(JobEvent event) {
      return new EventView(
          event.position(),
          event.at(),
          event.kind().word(),
          event.attempt(),
          event.state(),
          event.reason(),
          event.message());
    }
  }

  /** The history, the first event first. */
  @GetMapping("/{id}/events")
  Events events(
      @PathVariable String id,
      @RequestParam(defaultValue = "0") int from,
      @RequestParam(defaultValue = "100") int limit) {
    if (limit < 1 || limit > MAX_EVENTS || from < 0) {
      throw ApiException.badRequest(
          "limit must be 1 to "
              + MAX_EVENTS
              + " and from 0 or more, but they are "
              + limit
              + " and "
              + from);
    }
    List<JobEvent> events = jobs.events().list(reading.job(id).id(), from, limit);
    return new Events(
        events.stream().map(EventView::of).toList(),
        events.size() < limit ? null : events.getLast().position() + 1);
  }
}
