package org.gpurma.service.web;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.gpurma.service.job.AttemptId;
import org.gpurma.service.job.Job;
import org.gpurma.service.joblog.FilteredLog;
import org.gpurma.service.joblog.JobLog;
import org.gpurma.service.joblog.LogFilter;
import org.gpurma.service.joblog.LogLine;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Pages of a job's log, by the number of a line among those that pass a filter. */
@RestController
final class LogPageController {
  private static final int MOST_LINES = 2000;

  /** A search of a large log goes on with the next request. */
  private static final Duration SEARCH = Duration.ofMillis(100);

  private final JobReading reading;
  private final LogPages pages;

  LogPageController(JobReading reading, LogPages pages) {
    this.reading = reading;
    this.pages = pages;
  }

  /**
   * @param total lines that pass, up to the cursor {@code end}
   * @param complete whether the whole log has been looked at
   * @param logLines lines of the whole log
   * @param growing whether more lines may come
   * @param line number of the first of the lines among those that pass, from 0
   */
  record View(
      int attempt,
      long total,
      boolean complete,
      long end,
      long logLines,
      boolean growing,
      long line,
      List<LogLine> lines) {}

  @GetMapping("/api/v1/jobs/{id}/logs/page")
  ResponseEntity<View> page(
      @PathVariable String id,
      LogParameters parameters,
      @RequestParam(required = false) Integer attempt,
      @RequestParam(required = false) String line,
      @RequestParam(required = false) String cursor,
      @RequestParam(defaultValue = "256") String count)
      throws IOException {
    Job job = reading.job(id);
    AttemptId which = reading.attempt(job, attempt);
    LogFilter filter = parameters.filter(reading.processes(which));
    int most = (int) Numbers.between("count", count, 1, MOST_LINES);
    if (line != null && cursor != null) {
      throw ApiException.badRequest("line and cursor both say where a page begins; leave one out");
    }
    JobLog log = reading.log(job, which);
    boolean growing = !log.sealed();
    FilteredLog filtered = pages.of(log, filter);
    FilteredLog.Total total = filtered.count(SEARCH);
    long first =
        cursor == null
            ? first(line == null ? "0" : line, total)
            : filtered.lineAt(Numbers.between("cursor", cursor, 0, log.lines()));
    FilteredLog.Page page = filtered.page(first, most);
    return ResponseEntity.ok()
        .header(HttpHeaders.CACHE_CONTROL, "no-store")
        .body(
            new View(
                which.number(),
                page.total().lines(),
                page.total().complete(),
                page.total().end(),
                log.lines(),
                growing,
                page.first(),
                page.lines()));
  }

  /** Negative numbers count from the end. */
  private static long first(String line, FilteredLog.Total total) {
    long number = Numbers.between("line", line, -Numbers.MOST, Numbers.MOST);
    return number < 0 ? Math.max(0, total.lines() + number) : number;
  }
}
