package org.gpurma.service.web;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import org.gpurma.service.job.Job;
import org.gpurma.service.job.JobPage;
import org.gpurma.service.job.JobState;
import org.gpurma.service.job.JobStore;
import org.gpurma.service.job.OutputInfo;
import org.gpurma.service.lifecycle.JobScheduler;
import org.gpurma.service.runfolder.RunFolders;
import org.springframework.core.io.FileSystemResource;
import org.springframework.core.io.Resource;
import org.springframework.http.ContentDisposition;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Jobs: list, look at, cancel, and what they wrote. */
@RestController
@RequestMapping("/api/v1/jobs")
final class JobController {
  private static final int MAX_PAGE = 500;

  private final JobStore jobs;
  private final JobReading reading;
  private final JobScheduler scheduler;
  private final RunFolders folders;

  JobController(JobStore jobs, JobReading reading, JobScheduler scheduler, RunFolders folders) {
    this.jobs = jobs;
    this.reading = reading;
    this.scheduler = scheduler;
    this.folders = folders;
  }

  record Page(List<JobView> items, String next) {}

  @GetMapping
  Page list(
      @RequestParam(defaultValue = "50") int limit,
      @RequestParam Optional<String> cursor,
      @RequestParam Optional<String> state) {
    if (limit < 1 || limit > MAX_PAGE) {
      throw ApiException.badRequest("limit must be 1 to " + MAX_PAGE + ", but is " + limit);
    }
    Optional<String> word = state.map(text -> text.toUpperCase(Locale.ROOT));
    word.ifPresent(JobController::checkState);
    JobPage page =
        jobs.list(word, cursor.map(JobController::decode).orElse(OptionalLong.empty()), limit);
    return new Page(
        page.jobs().stream().map(reading::view).toList(),
        page.next().isPresent() ? encode(page.next().getAsLong()) : null);
  }

  private static void checkState(String word) {
    try {
      JobState.of(word, null, null);
    } catch (IllegalArgumentException e) {
      throw ApiException.badRequest(
          e.getMessage()
              + "; known are QUEUED, COMPILING, STARTING, RUNNING, FINISHING, SUCCEEDED, FAILED, CANCELLED");
    }
  }

  private static String encode(long number) {
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(("before " + number).getBytes(StandardCharsets.UTF_8));
  }

  private static OptionalLong decode(String cursor) {
    try {
      String text = new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.UTF_8);
      return OptionalLong.of(Long.parseLong(text.replaceFirst("^before ", "")));
    } catch (IllegalArgumentException _) {
      throw ApiException.badRequest(
          "cursor is not one that this list gave out; leave it away to begin");
    }
  }

  @GetMapping("/{id}")
  JobView get(@PathVariable String id) {
    return reading.view(reading.job(id));
  }

  @PostMapping("/{id}/cancel")
  ResponseEntity<JobView> cancel(@PathVariable String id) {
    Job job = reading.job(id);
    if (job.state() instanceof JobState.Succeeded || job.state() instanceof JobState.Failed) {
      throw ApiException.conflict("The job has ended already; it is " + job.state().word());
    }
    if (!job.state().ended()) {
      scheduler.cancel(job);
    }
    return ResponseEntity.status(HttpStatus.ACCEPTED).body(reading.view(jobs.get(job.id())));
  }

  @GetMapping("/{id}/outputs/{file}")
  ResponseEntity<Resource> output(@PathVariable String id, @PathVariable String file) {
    Job job = reading.job(id);
    OutputInfo output =
        reading.attempt(job).outputs().stream()
            .filter(info -> info.name().equals(file))
            .findFirst()
            .orElseThrow(
                () -> ApiException.notFound("Job " + job.id() + " has no output '" + file + "'"));
    Path path = folders.attempt(job.attempt()).outputs().resolve(output.name());
    return ResponseEntity.ok()
        .contentType(MediaType.APPLICATION_OCTET_STREAM)
        .eTag("\"" + output.sha256() + "\"")
        .header(
            HttpHeaders.CONTENT_DISPOSITION,
            ContentDisposition.attachment().filename(output.name()).build().toString())
        .body(new FileSystemResource(path));
  }
}
