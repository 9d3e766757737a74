package org.gpurma.service.job;

import java.util.List;
import java.util.Locale;

/** Where a job is in its life; a state knows what may follow it. */
public sealed interface JobState {
  /** The words of all states, in the order in which a job goes through them. */
  List<String> WORDS =
      List.of(
          "QUEUED",
          "COMPILING",
          "STARTING",
          "RUNNING",
          "FINISHING",
          "SUCCEEDED",
          "FAILED",
          "CANCELLED");

  record Queued() implements JobState {}

  record Compiling() implements JobState {}

  record Starting() implements JobState {}

  record Running() implements JobState {}

  record Finishing() implements JobState {}

  record Succeeded() implements JobState {}

  record Failed(FailureReason why, String explanation) implements JobState {}

  record Cancelled(String explanation) implements JobState {}

  default boolean ended() {
    return switch (this) {
      case Queued _, Compiling _, Starting _, Running _, Finishing _ -> false;
      case Succeeded _, Failed _, Cancelled _ -> true;
    };
  }

  /**
   * Every state may fail; a job is cancelled once nothing of it runs any more. A job that is tried
   * again is queued, from wherever its last attempt ended.
   */
  default boolean mayBecome(JobState next) {
    return switch (next) {
      case Queued _ -> !(this instanceof Queued || this instanceof Succeeded);
      case Compiling _ -> this instanceof Queued;
      case Starting _ -> this instanceof Compiling;
      case Running _ -> this instanceof Starting;
      case Finishing _ -> this instanceof Starting || this instanceof Running;
      case Succeeded _ -> this instanceof Finishing;
      case Failed _, Cancelled _ -> !ended();
    };
  }

  /** The word of the API and the database. */
  default String word() {
    return getClass().getSimpleName().toUpperCase(Locale.ROOT);
  }

  default String reason() {
    return switch (this) {
      case Failed failed -> failed.why().word();
      case Cancelled _ -> "CancelledByUser";
      case Queued _, Compiling _, Starting _, Running _, Finishing _, Succeeded _ -> null;
    };
  }

  default String message() {
    return switch (this) {
      case Failed failed -> failed.explanation();
      case Cancelled cancelled -> cancelled.explanation();
      case Queued _, Compiling _, Starting _, Running _, Finishing _, Succeeded _ -> null;
    };
  }

  static JobState of(String word, String reason, String message) {
    return switch (word) {
      case "QUEUED" -> new Queued();
      case "COMPILING" -> new Compiling();
      case "STARTING" -> new Starting();
      case "RUNNING" -> new Running();
      case "FINISHING" -> new Finishing();
      case "SUCCEEDED" -> new Succeeded();
      case "FAILED" -> new Failed(FailureReason.of(reason), message);
      case "CANCELLED" -> new Cancelled(message);
      default -> throw new IllegalArgumentException("unknown job state " + word);
    };
  }
}
