package org.gpurma.runtime.stall;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class WaitRecordTest {

  private final PublishedWait published = new PublishedWait();
  private final WaitRecord record = new WaitRecord(published.memory);

  @Test
  void aRankThatNeverWaitedLongDoesNotWait() {
    assertThat(record.read(Wait.NONE)).contains(Wait.NONE);
  }

  @Test
  void everyFieldIsReadAsItWasPublished() {
    Wait wait = numbered(7, 3);
    published.publish(wait);

    Wait read = record.read(Wait.NONE).orElseThrow();

    assertThat(read.version()).isEqualTo(2);
    assertThat(withVersion(wait, 2)).isEqualTo(read);
  }

  @Test
  void atMostSixteenNotificationsAreRead() {
    Wait wait = numbered(7, 16);
    published.publish(
        new Wait(
            0,
            wait.kind(),
            wait.subject(),
            wait.found(),
            wait.totals(),
            wait.sinceNanos(),
            900,
            wait.oldest()));

    Wait read = record.read(Wait.NONE).orElseThrow();

    assertThat(read.unmatched()).isEqualTo(900);
    assertThat(read.oldest()).isEqualTo(wait.oldest());
  }

  @Test
  void aRecordThatIsBeingWrittenIsNotRead() {
    published.publish(PublishedWait.waiting());
    published.begin();

    assertThat(record.read(Wait.NONE)).isEmpty();

    published.end();
    assertThat(record.read(Wait.NONE)).isPresent();
  }

  @Test
  void whatIsKnownIsNotReadAgain() {
    published.publish(PublishedWait.waiting());
    Wait known = record.read(Wait.NONE).orElseThrow();

    assertThat(record.read(known).orElseThrow()).isSameAs(known);
  }

  @Test
  @Timeout(60)
  void noReadMixesTwoPublications() throws InterruptedException {
    Thread rank = Thread.ofPlatform().start(this::publishManyTimes);
    Wait known = Wait.NONE;
    int fresh = 0;
    while (rank.isAlive() || fresh == 0) {
      Optional<Wait> read = record.read(known);
      if (read.isPresent() && read.get().version() != known.version()) {
        known = read.get();
        fresh++;
        assertThat(known.equals(withVersion(numbered(known.found(), 16), known.version())))
            .as(known::toString)
            .isTrue();
      }
    }
    rank.join();
  }

  /** With pauses, or there would be nothing to read. */
  private void publishManyTimes() {
    for (int i = 1; i <= 50_000; i++) {
      published.publish(numbered(i, 16));
      for (int pause = 0; pause < i % 64; pause++) {
        Thread.onSpinWait();
      }
    }
  }

  /** All fields follow from one number. */
  private static Wait numbered(int number, int notes) {
    List<Note> oldest = new ArrayList<>();
    for (int i = 0; i < notes; i++) {
      oldest.add(new Note(number + 20 + i, number + 40 + i, number + 60 + i));
    }
    return new Wait(
        0,
        WaitKind.NOTIFICATIONS,
        new Wait.Subject(number + 1, number + 2, number + 3, number + 4),
        number,
        new Wait.Totals(number + 5, number + 6, number + 7, number + 8, number + 9, number + 10),
        number + (1L << 40),
        notes,
        oldest);
  }

  private static Wait withVersion(Wait wait, int version) {
    return new Wait(
        version,
        wait.kind(),
        wait.subject(),
        wait.found(),
        wait.totals(),
        wait.sinceNanos(),
        wait.unmatched(),
        wait.oldest());
  }
}
