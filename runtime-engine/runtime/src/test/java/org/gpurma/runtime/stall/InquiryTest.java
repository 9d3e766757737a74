package org.gpurma.runtime.stall;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class InquiryTest {

  private static final Duration LONG = Duration.ofSeconds(10);

  private final AtomicInteger state = new AtomicInteger();
  private final Inquiry<Integer> inquiry = new Inquiry<>(state::get);

  @Test
  void everyAnswerIsYoungerThanItsQuestion() throws InterruptedException {
    AtomicBoolean over = new AtomicBoolean();
    Thread asked =
        Thread.ofPlatform()
            .start(
                () -> {
                  while (!over.get()) {
                    inquiry.answerIfAsked();
                    Thread.onSpinWait();
                  }
                });
    for (int i = 1; i <= 1000; i++) {
      state.set(i);
      assertThat(inquiry.ask(LONG)).contains(i);
    }
    over.set(true);
    asked.join();
  }

  @Test
  void whoDoesNotComeAroundDoesNotAnswer() {
    assertThat(inquiry.ask(Duration.ofMillis(1))).isEmpty();
  }

  @Test
  void anAnswerThatCameTooLateIsNotTheNextOne() {
    assertThat(inquiry.ask(Duration.ofMillis(1))).isEmpty();
    inquiry.answerIfAsked();
    assertThat(inquiry.ask(Duration.ofMillis(1))).isEmpty();
  }

  @Test
  void answersOnceAQuestion() {
    AtomicInteger answers = new AtomicInteger();
    Inquiry<Integer> counting = new Inquiry<>(answers::incrementAndGet);
    counting.answerIfAsked();
    assertThat(answers).hasValue(0);
    assertThat(counting.ask(Duration.ofMillis(1))).isEmpty();
    counting.answerIfAsked();
    counting.answerIfAsked();
    assertThat(answers).hasValue(1);
  }
}
