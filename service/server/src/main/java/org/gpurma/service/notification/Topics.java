package org.gpurma.service.notification;

import java.util.List;
import java.util.Locale;
import org.gpurma.service.job.JobEvent;
import org.gpurma.service.job.JobState;

/** Which words of a job spec's notifications an event goes under; the first one is its type. */
final class Topics {
  private Topics() {}

  static List<String> of(JobEvent event) {
    return switch (event.kind()) {
      case SUBMITTED -> List.of("submitted");
      case STATE_CHANGED -> ofState(event.state());
      case HELD, RELEASED, CANCEL_REQUESTED, ATTEMPT_FAILED -> List.of();
    };
  }

  private static List<String> ofState(String word) {
    return switch (JobState.of(word, null, null)) {
      case JobState.Queued _ -> List.of("retried");
      case JobState.Running _ -> List.of("started");
      case JobState.Succeeded _, JobState.Failed _, JobState.Cancelled _ ->
          List.of(word.toLowerCase(Locale.ROOT), "ended");
      case JobState.Compiling _, JobState.Starting _, JobState.Finishing _ -> List.of();
    };
  }
}
