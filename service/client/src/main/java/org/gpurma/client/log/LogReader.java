package org.gpurma.client.log;

import java.io.EOFException;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.gpurma.client.api.Api;
import org.gpurma.client.api.ApiException;
import org.gpurma.client.api.ByteChunks;
import org.gpurma.client.api.ProblemException;
import org.gpurma.client.api.UnreachableException;
import org.gpurma.client.job.JobState;

/**
 * Reads one job's log to its end. A stream that breaks is taken up behind the last whole line, so
 * that the listener sees every line once, whatever happens to the connection or the service.
 */
public final class LogReader {

  private final Api api;
  private final String path;
  private final LogListener listener;
  private final RetryPolicy retries;
  private final boolean follow;

  private Integer attempt;
  private String cursor;
  private JobState endState;
  private Instant lastHeard;
  private int failuresInARow;

  public LogReader(Api api, String jobPath, LogQuery query, LogListener listener) {
    this(api, jobPath, query, listener, RetryPolicy.standard());
  }

  LogReader(Api api, String jobPath, LogQuery query, LogListener listener, RetryPolicy retries) {
    this.api = api;
    this.path = jobPath + "/logs" + query.asParameters();
    this.follow = query.follow();
    this.listener = listener;
    this.retries = retries;
  }

  /** The state the job ended in; empty where only the lines so far were asked for. */
  public Optional<JobState> readToEnd() {
    while (true) {
      try {
        Integer read = attempt;
        if (readStream()) {
          return Optional.ofNullable(endState);
        }
        if (Objects.equals(read, attempt)) {
          recoverFrom(new UnreachableException(api.service(), new EOFException("closed early")));
        }
      } catch (IOException e) {
        recoverFrom(new UnreachableException(api.service(), e));
      } catch (UnreachableException e) {
        recoverFrom(e);
      } catch (ProblemException e) {
        if (!e.isTransient()) {
          throw e;
        }
        recoverFrom(e);
      }
    }
  }

  /** Whether the log's end was reached. */
  private boolean readStream() throws IOException {
    try (ByteChunks chunks = api.open(request())) {
      if (lastHeard == null) {
        // A job that waits has no lines; its service answered all the same.
        lastHeard = Instant.now();
      }
      SseParser parser = new SseParser(this::accept);
      Integer opened = attempt;
      while (endState == null && Objects.equals(opened, attempt)) {
        Optional<List<ByteBuffer>> chunk = chunks.next(retries.silenceLimit());
        if (chunk.isEmpty()) {
          return !follow;
        }
        heard();
        chunk.get().forEach(parser::feed);
      }
      return endState != null;
    }
  }

  private HttpRequest.Builder request() {
    HttpRequest.Builder request =
        api.request(attempt == null ? path : path + "&attempt=" + attempt)
            .setHeader("Accept", "text/event-stream");
    return cursor == null ? request : request.header("Last-Event-ID", cursor);
  }

  private void heard() {
    lastHeard = Instant.now();
    if (failuresInARow > 0) {
      failuresInARow = 0;
      listener.resumed();
    }
  }

  private void accept(SseEvent event) {
    switch (event.name()) {
      case "log", "gap" -> {
        listener.line(api.read(event.data(), LogLine.class));
        cursor = event.id();
      }
      case "end" -> ended(api.read(event.data(), End.class));
      default -> {
        // A newer service may send events that this client has no use for.
      }
    }
  }

  /**
   * @param nextAttempt whose log goes on where the job is tried again
   */
  private record End(JobState state, Integer nextAttempt) {}

  private void ended(End end) {
    if (end.nextAttempt() == null) {
      endState = end.state();
    } else {
      attempt = end.nextAttempt();
      cursor = null;
    }
  }

  private void recoverFrom(ApiException failure) {
    if (lastHeard == null || retries.isTooLong(Duration.between(lastHeard, Instant.now()))) {
      throw failure;
    }
    if (failuresInARow == 0) {
      listener.interrupted(failure);
    }
    try {
      Thread.sleep(retries.pause(failuresInARow++));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw failure;
    }
  }
}
