package org.gpurma.service.web;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.gpurma.service.job.Job;
import org.gpurma.service.joblog.Channel;
import org.gpurma.service.joblog.JobLog;
import org.gpurma.service.joblog.LogFilter;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The log of a job: as events, as JSON lines or as text; from any line on, live or not. */
@RestController
final class LogController {
  private final JobReading reading;
  private final LogTails tails;

  LogController(JobReading reading, LogTails tails) {
    this.reading = reading;
    this.tails = tails;
  }

  @GetMapping("/api/v1/jobs/{id}/logs")
  void logs(
      @PathVariable String id,
      @RequestParam Optional<String> rank,
      @RequestParam Optional<String> channel,
      @RequestParam Optional<String> since,
      @RequestParam Optional<String> after,
      @RequestParam Optional<String> limit,
      @RequestParam Optional<Boolean> follow,
      @RequestHeader(name = "Last-Event-ID", required = false) String lastEventId,
      @RequestHeader(name = HttpHeaders.ACCEPT, defaultValue = "*/*") String accept,
      HttpServletResponse response)
      throws IOException, InterruptedException {
    Job job = reading.job(id);
    LogFormat format = format(accept);
    var filter = new LogFilter(ranks(rank), channels(channel), time(since));
    JobLog log = reading.log(job);
    String begin = lastEventId == null || lastEventId.isBlank() ? after.orElse("0") : lastEventId;
    long cursor = cursor(begin, log);
    boolean follows = follow.orElse(format.followsByDefault() && limit.isEmpty());
    if (follows && limit.isPresent()) {
      throw ApiException.badRequest("limit is for a part of the log; leave it out to follow");
    }
    long most = limit.map(text -> number("limit", text)).orElse(Long.MAX_VALUE);
    response.setContentType(format.contentType());
    response.setHeader(HttpHeaders.CACHE_CONTROL, "no-store");
    // Tells reverse proxies to pass lines on as they come.
    response.setHeader("X-Accel-Buffering", "no");
    var stream = new LogStream(log, filter, format, response.getOutputStream(), cursor);
    if (follows) {
      stream.follow(tails, () -> reading.ended(job.id()), () -> reading.stateWord(job.id()));
    } else {
      stream.copy(most);
    }
  }

  private static LogFormat format(String accept) {
    List<MediaType> wanted = MediaType.parseMediaTypes(accept);
    for (MediaType type : wanted) {
      for (LogFormat format : LogFormat.values()) {
        if (type.isCompatibleWith(format.mediaType())) {
          return format;
        }
      }
    }
    throw ApiException.notAcceptable(
        "Logs come as text/event-stream, application/x-ndjson or text/plain");
  }

  private static Set<Long> ranks(Optional<String> text) {
    Set<Long> ranks = new HashSet<>();
    text.filter(list -> !list.isBlank())
        .ifPresent(
            list -> {
              for (String rank : list.split(",")) {
                ranks.add(number("rank", rank));
              }
            });
    return ranks;
  }

  private static Set<Channel> channels(Optional<String> text) {
    Set<Channel> channels = new HashSet<>();
    text.filter(list -> !list.isBlank())
        .ifPresent(
            list -> {
              for (String word : list.split(",")) {
                channels.add(
                    Channel.of(word.strip())
                        .orElseThrow(
                            () ->
                                ApiException.badRequest(
                                    "channel must be rank, compiler, launcher or service, but is "
                                        + word)));
              }
            });
    return channels;
  }

  private static Instant time(Optional<String> text) {
    try {
      return text.filter(word -> !word.isBlank()).map(Instant::parse).orElse(Instant.MIN);
    } catch (DateTimeParseException _) {
      throw ApiException.badRequest(
          "since must be a time as in 2026-01-31T12:00:00Z, but is '" + text.orElseThrow() + "'");
    }
  }

  private static long cursor(String text, JobLog log) {
    long cursor = number("after", text);
    if (cursor > log.lines()) {
      throw ApiException.badRequest(
          "the log has lines 1 to " + log.lines() + "; it cannot be read after line " + cursor);
    }
    return cursor;
  }

  private static long number(String name, String text) {
    if (!text.strip().matches("\\d{1,18}")) {
      throw ApiException.badRequest(name + " must be a number from 0, but is '" + text + "'");
    }
    return Long.parseLong(text.strip());
  }
}
