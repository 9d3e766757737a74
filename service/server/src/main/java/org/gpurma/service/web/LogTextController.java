package org.gpurma.service.web;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Optional;
import org.gpurma.service.job.AttemptId;
import org.gpurma.service.job.Job;
import org.gpurma.service.joblog.JobLog;
import org.gpurma.service.joblog.LogFilter;
import org.gpurma.service.joblog.TextLayout;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpRange;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The log of a job as a file to download, in parts if need be: what is there only grows. */
@RestController
final class LogTextController {
  private final JobReading reading;

  LogTextController(JobReading reading) {
    this.reading = reading;
  }

  /** Both ends belong to it. */
  private record Part(long first, long last) {
    long bytes() {
      return last - first + 1;
    }
  }

  @GetMapping("/api/v1/jobs/{id}/logs/text")
  void text(
      @PathVariable String id,
      LogParameters parameters,
      @RequestParam(required = false) Integer attempt,
      @RequestHeader(name = HttpHeaders.RANGE, required = false) String range,
      @RequestHeader(name = HttpHeaders.IF_RANGE, required = false) String ifRange,
      HttpServletRequest request,
      HttpServletResponse response)
      throws IOException {
    Job job = reading.job(id);
    AttemptId which = reading.attempt(job, attempt);
    LogFilter filter = parameters.filter(reading.processes(which));
    JobLog log = reading.log(job, which);
    var layout = new TextLayout(log, filter, LogFormat::textLead);
    Part part = new Part(0, layout.bytes() - 1);
    Optional<HttpRange> asked = ifRange == null ? range(range) : Optional.empty();
    if (asked.isPresent()) {
      part = part(asked.get(), layout.bytes(), response);
      response.setStatus(HttpServletResponse.SC_PARTIAL_CONTENT);
      response.setHeader(
          HttpHeaders.CONTENT_RANGE,
          "bytes " + part.first() + "-" + part.last() + "/" + layout.bytes());
    }
    response.setContentType(LogFormat.TEXT.contentType());
    response.setHeader(HttpHeaders.CACHE_CONTROL, "no-store");
    response.setHeader(HttpHeaders.ACCEPT_RANGES, "bytes");
    response.setHeader(
        HttpHeaders.CONTENT_DISPOSITION,
        "attachment; filename=\"" + id + "-" + which.number() + ".log\"");
    response.setContentLengthLong(part.bytes());
    if (part.bytes() > 0 && !request.getMethod().equals(HttpMethod.HEAD.name())) {
      write(log, filter, layout, part, response.getOutputStream());
    }
  }

  /** What cannot be understood, and several parts at once, count as not asked for. */
  private static Optional<HttpRange> range(String header) {
    try {
      List<HttpRange> ranges = HttpRange.parseRanges(header);
      return ranges.size() == 1 ? Optional.of(ranges.getFirst()) : Optional.empty();
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }

  private static Part part(HttpRange asked, long bytes, HttpServletResponse response) {
    if (bytes == 0 || asked.getRangeStart(bytes) >= bytes) {
      response.setHeader(HttpHeaders.CONTENT_RANGE, "bytes */" + bytes);
      throw ApiException.noSuchRange(
          "the log has " + bytes + " bytes as text, the range begins behind them");
    }
    return new Part(asked.getRangeStart(bytes), asked.getRangeEnd(bytes));
  }

  private static void write(
      JobLog log, LogFilter filter, TextLayout layout, Part part, OutputStream out)
      throws IOException {
    TextLayout.Spot spot = layout.at(part.first());
    long skip = spot.skip();
    long left = part.bytes();
    try (LogRenderer renderer = new LogRenderer(log.reader(spot.after(), filter), LogFormat.TEXT)) {
      while (left > 0) {
        byte[] bytes = renderer.next(Long.MAX_VALUE, layout.end());
        if (bytes.length == 0) {
          throw new IOException("the log is damaged: it is shorter than its index says");
        }
        int from = (int) Math.min(skip, bytes.length);
        int count = (int) Math.min(left, bytes.length - from);
        out.write(bytes, from, count);
        skip -= from;
        left -= count;
      }
    }
  }
}
