package org.gpurma.runtime.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UploaderTest {

  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  @TempDir private Path folder;
  private Spool spool;
  private FakeService service;
  private Uploader uploader;

  @BeforeEach
  void start() throws Exception {
    spool = Spool.open(folder.resolve("0.spool"));
    service = new FakeService(0);
    uploader = new Uploader(0, spool, FakeService.connection(service.port()));
    uploader.start();
  }

  @AfterEach
  void stop() throws Exception {
    service.close();
    spool.close();
  }

  @Test
  void everyRecordArrivesOnceAndInOrder() {
    List<String> said = say(0, 1000);
    uploader.close(TIMEOUT);
    assertThat(service.stored()).isEqualTo(said);
    assertThat(service.authorizations).containsOnly("Bearer secret");
    assertThat(uploader.acknowledged()).isEqualTo(1000);
  }

  @Test
  void aServiceThatFailsForAWhileGetsEverythingLater() {
    service.failNext(3, 503);
    List<String> said = say(0, 10);
    uploader.close(TIMEOUT);
    assertThat(service.stored()).isEqualTo(said);
  }

  @Test
  void aServiceThatRestartsGetsEverythingLater() throws Exception {
    int port = service.port();
    service.close();
    List<String> said = say(0, 10);
    Thread.sleep(120);
    service = new FakeService(port);
    uploader.close(TIMEOUT);
    assertThat(service.stored()).isEqualTo(said);
  }

  @Test
  void aServiceThatLostItsRecordsGetsThemAgain() throws Exception {
    say(0, 10);
    while (uploader.acknowledged() < 10) {
      Thread.sleep(5);
    }
    service.forget();
    say(10, 5);
    uploader.close(TIMEOUT);
    assertThat(service.stored())
        .isEqualTo(IntStream.range(0, 15).mapToObj(i -> "line " + i).toList());
  }

  @Test
  void theEndIsNotHeldUpByAServiceThatRefuses() {
    service.failNext(1000, 410);
    say(0, 1);
    long start = System.nanoTime();
    uploader.close(TIMEOUT);
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(5));
  }

  @Test
  void theEndIsNotHeldUpForLongByAServiceThatIsGone() {
    service.close();
    say(0, 1);
    long start = System.nanoTime();
    uploader.close(Duration.ofMillis(300));
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(3));
  }

  @Test
  void aProcessWithNothingToSayIsHeardOfAllTheSame() throws Exception {
    Spool quiet = Spool.open(folder.resolve("1.spool"));
    Uploader idle =
        new Uploader(1, quiet, FakeService.connection(service.port()), Duration.ofMillis(20));
    idle.start();
    while (service.authorizations.size() < 3) {
      Thread.sleep(5);
    }
    idle.close(TIMEOUT);
    quiet.close();
    assertThat(service.stored()).isEmpty();
  }

  @Test
  void aServiceThatLostItsRecordsIsNoticedByTheSignOfLife() throws Exception {
    Spool quiet = Spool.open(folder.resolve("1.spool"));
    Uploader idle =
        new Uploader(1, quiet, FakeService.connection(service.port()), Duration.ofMillis(20));
    quiet.append(Lines.record("once"));
    quiet.flush();
    idle.start();
    while (idle.acknowledged() < 1) {
      Thread.sleep(5);
    }
    service.forget();
    while (service.stored().isEmpty()) {
      Thread.sleep(5);
    }
    idle.close(TIMEOUT);
    quiet.close();
    assertThat(service.stored()).containsExactly("once");
  }

  private List<String> say(int first, int count) {
    List<String> texts = IntStream.range(first, first + count).mapToObj(i -> "line " + i).toList();
    for (String text : texts) {
      spool.append(Lines.record(text));
    }
    spool.flush();
    return texts;
  }
}
