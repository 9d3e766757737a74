package org.gpurma.client.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.gpurma.client.testing.Samples.endEvent;
import static org.gpurma.client.testing.Samples.logEvent;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gpurma.client.api.Api;
import org.gpurma.client.api.ApiException;
import org.gpurma.client.api.ProblemException;
import org.gpurma.client.api.UnreachableException;
import org.gpurma.client.job.JobState;
import org.gpurma.client.testing.Answer;
import org.gpurma.client.testing.FakeService;
import org.gpurma.client.testing.FakeService.Request;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LogReaderTest {

  private static final String LOGS = "GET /api/v1/jobs/j/logs";
  private static final RetryPolicy QUICK =
      new RetryPolicy(
          Duration.ofMillis(5),
          Duration.ofMillis(20),
          Duration.ofMillis(400),
          Duration.ofSeconds(20));

  private final FakeService service = new FakeService();
  private final Recorder seen = new Recorder();

  @AfterEach
  void stop() {
    service.close();
  }

  @Test
  void deliversLinesInOrderUntilTheEnd() {
    service.on(
        LOGS, Answer.events(logEvent(1, 0, "a") + logEvent(2, 3, "b") + endEvent("SUCCEEDED")));

    assertThat(follow()).contains(JobState.SUCCEEDED);
    assertThat(seen.texts()).containsExactly("a", "b");
    assertThat(seen.lines.get(1).author()).isEqualTo("rank 3");
  }

  @Test
  void resumesBehindTheLastWholeLineWhenTheStreamBreaksInsideOne() {
    String halfOfTheThird = logEvent(3, 0, "c").substring(0, 40);
    service.on(
        LOGS,
        Answer.brokenEvents(logEvent(1, 0, "a") + logEvent(2, 0, "b") + halfOfTheThird),
        Answer.events(logEvent(3, 0, "c") + endEvent("SUCCEEDED")));

    follow();

    assertThat(seen.texts()).containsExactly("a", "b", "c");
    assertThat(service.requests())
        .extracting(request -> request.header("Last-Event-ID"))
        .containsExactly(null, "2");
    assertThat(seen.interruptions).isEqualTo(1);
    assertThat(seen.resumptions).isEqualTo(1);
  }

  @Test
  void resumesWhenTheServiceClosesTheStreamBeforeTheEnd() {
    service.on(
        LOGS,
        Answer.events(logEvent(1, 0, "a")),
        Answer.events(logEvent(2, 0, "b") + endEvent("FAILED")));

    assertThat(follow()).contains(JobState.FAILED);
    assertThat(seen.texts()).containsExactly("a", "b");
  }

  @Test
  void resumesTheStreamOfAJobThatHadNoLineYet() {
    service.on(
        LOGS,
        Answer.silentEvents("", Duration.ofSeconds(2)),
        Answer.events(logEvent(1, 0, "a") + endEvent("SUCCEEDED")));

    assertThat(follow()).contains(JobState.SUCCEEDED);
    assertThat(seen.texts()).containsExactly("a");
  }

  @Test
  void resumesWhenNotEvenAHeartbeatComesAnyMore() {
    service.on(
        LOGS,
        Answer.silentEvents(logEvent(1, 0, "a"), Duration.ofSeconds(5)),
        Answer.events(logEvent(2, 0, "b") + endEvent("SUCCEEDED")));

    follow();

    assertThat(seen.texts()).containsExactly("a", "b");
  }

  @Test
  void waitsOutAServiceThatIsStartingAgain() {
    service.on(
        LOGS,
        Answer.brokenEvents(logEvent(1, 0, "a")),
        Answer.of(503, "text/plain", "starting"),
        Answer.of(503, "text/plain", "starting"),
        Answer.events(logEvent(2, 0, "b") + endEvent("SUCCEEDED")));

    follow();

    assertThat(seen.texts()).containsExactly("a", "b");
    assertThat(seen.interruptions).isEqualTo(1);
  }

  @Test
  void givesUpOnAServiceThatStaysAway() {
    service.on(LOGS, Answer.brokenEvents(logEvent(1, 0, "a")), Answer.of(503, "text/plain", ""));
    RetryPolicy impatient =
        new RetryPolicy(
            Duration.ofMillis(5),
            Duration.ofMillis(5),
            Duration.ofSeconds(1),
            Duration.ofMillis(50));

    assertThatThrownBy(() -> read(true, impatient)).isInstanceOf(ApiException.class);
  }

  @Test
  void doesNotWaitForAServiceThatNeverAnswered() {
    service.close();

    assertThatThrownBy(this::follow).isInstanceOf(UnreachableException.class);
  }

  @Test
  void passesOnARefusal() {
    assertThatThrownBy(this::follow)
        .isInstanceOf(ProblemException.class)
        .hasMessage("Nothing here");
  }

  @Test
  void endsWithTheLinesSoFarWhenNotFollowing() {
    service.on(LOGS, Answer.events(logEvent(1, 0, "a")));

    assertThat(read(false, QUICK)).isEmpty();
    assertThat(seen.texts()).containsExactly("a");
  }

  @Test
  void whatIsMissingIsALineToo() {
    service.on(
        LOGS,
        Answer.events(
            logEvent(1, 0, "a")
                + logEvent(2, 0, "gap: lines 1 to 3").replace("event: log", "event: gap")
                + endEvent("SUCCEEDED")));

    follow();

    assertThat(seen.texts()).containsExactly("a", "gap: lines 1 to 3");
  }

  @Test
  void asksForTheLinesThatAreWantedOnly() {
    service.on(LOGS, Answer.events(endEvent("SUCCEEDED")));
    LogQuery query = new LogQuery(Map.of(LogProperty.RANK, "3-5", LogProperty.TEXT, "a b"), true);

    try (Api api = new Api(service.address())) {
      new LogReader(api, "/api/v1/jobs/j", query, seen, QUICK).readToEnd();
    }

    assertThat(service.requests())
        .extracting(Request::target)
        .containsExactly("/api/v1/jobs/j/logs?follow=true&rank=3-5&text=a+b");
  }

  private Optional<JobState> follow() {
    return read(true, QUICK);
  }

  private Optional<JobState> read(boolean follow, RetryPolicy retries) {
    LogQuery query = new LogQuery(Map.of(), follow);
    try (Api api = new Api(service.address())) {
      return new LogReader(api, "/api/v1/jobs/j", query, seen, retries).readToEnd();
    }
  }

  private static final class Recorder implements LogListener {

    private final List<LogLine> lines = new ArrayList<>();
    private int interruptions;
    private int resumptions;

    @Override
    public void line(LogLine line) {
      lines.add(line);
    }

    @Override
    public void interrupted(ApiException cause) {
      interruptions++;
    }

    @Override
    public void resumed() {
      resumptions++;
    }

    List<String> texts() {
      return lines.stream().map(LogLine::text).toList();
    }
  }
}
