package org.gpurma.service.lifecycle;

/** What followed when an attempt came to its end. */
sealed interface AttemptEnd {
  /** The job is over. */
  record Over() implements AttemptEnd {}

  /** The job is queued again. */
  record Retried() implements AttemptEnd {}

  /** The service stops; the attempt's processes go on. */
  record LetGo() implements AttemptEnd {}
}
