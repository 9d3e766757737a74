package org.gpurma.service.lifecycle;

import org.gpurma.service.launch.LaunchExit;

/** What a running attempt has to react to. */
sealed interface Signal {
  record AllStarted() implements Signal {}

  record FailureReported() implements Signal {}

  record CancelRequested() implements Signal {}

  record ServiceStops() implements Signal {}

  record LauncherEnded(LaunchExit exit) implements Signal {}
}
