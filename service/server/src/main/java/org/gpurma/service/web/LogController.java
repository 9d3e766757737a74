package org.gpurma.service.web;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.gpurma.service.job.AttemptId;
import org.gpurma.service.job.Job;
import org.gpurma.service.joblog.JobLog;
import org.gpurma.service.joblog.LogFilter;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
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
      LogParameters parameters,
      @RequestParam Optional<String> after,
      @RequestParam Optional<String> limit,
      @RequestParam Optional<Boolean> follow,
      @RequestParam(defaultValue = "log") String order,
      @RequestParam(required = false) Integer attempt,
      @RequestHeader(name = "Last-Event-ID", required = false) String lastEventId,
      @RequestHeader(name = HttpHeaders.ACCEPT, defaultValue = "*/*") String accept,
      HttpServletRequest request,
      HttpServletResponse response)
      throws IOException, InterruptedException {
    Job job = reading.job(id);
    LogFormat format = format(accept);
    AttemptId which = reading.attempt(job, attempt);
    LogFilter filter = parameters.filter(reading.processes(which));
    JobLog log = reading.log(job, which);
    String begin = lastEventId == null || lastEventId.isBlank() ? after.orElse("0") : lastEventId;
    long cursor = cursor(begin, log);
    boolean byTime = byTime(order);
    boolean follows = follow.orElse(format.followsByDefault() && limit.isEmpty());
    if (byTime && (follows || cursor > 0)) {
      throw ApiException.badRequest(
          "order=time is for what a log holds now: leave after and Last-Event-ID out and, of"
              + " events, say follow=false; since says where to begin");
    }
    if (follows && limit.isPresent()) {
      throw ApiException.badRequest("limit is for a part of the log; leave it out to follow");
    }
    long most =
        limit.map(text -> Numbers.between("limit", text, 0, Numbers.MOST)).orElse(Long.MAX_VALUE);
    response.setContentType(format.contentType());
    response.setHeader(HttpHeaders.CACHE_CONTROL, "no-store");
    // Tells reverse proxies to pass lines on as they come.
    response.setHeader("X-Accel-Buffering", "no");
    if (request.getMethod().equals(HttpMethod.HEAD.name())) {
      // A follower who reads no body would not be seen to go away, and stay until the job ends.
      return;
    }
    var stream = new LogStream(log, filter, format, response.getOutputStream(), cursor);
    if (follows) {
      stream.follow(tails, () -> reading.ended(which), () -> reading.end(which));
    } else if (byTime) {
      stream.copyByTime(most);
    } else {
      stream.copy(most);
    }
  }

  private static boolean byTime(String order) {
    return switch (order) {
      case "log" -> false;
      case "time" -> true;
      default -> throw ApiException.badRequest("order must be log or time, but is '" + order + "'");
    };
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

  private static long cursor(String text, JobLog log) {
    long cursor = Numbers.between("after", text, 0, Numbers.MOST);
    if (cursor > log.lines()) {
      throw ApiException.badRequest(
          "the log has lines 1 to " + log.lines() + "; it cannot be read after line " + cursor);
    }
    return cursor;
  }
}
