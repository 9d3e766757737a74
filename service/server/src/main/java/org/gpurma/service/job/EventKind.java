package org.gpurma.service.job;

/** What happened to a job, in one word that programs can rely on. */
public enum EventKind {
  SUBMITTED("Submitted"),
  /** It came into another state. */
  STATE_CHANGED("StateChanged"),
  HELD("Held"),
  RELEASED("Released"),
  CANCEL_REQUESTED("CancelRequested"),
  /** An attempt failed, and another one is made. */
  ATTEMPT_FAILED("AttemptFailed");

  private final String word;

  EventKind(String word) {
    this.word = word;
  }

  public String word() {
    return word;
  }

  static EventKind of(String word) {
    for (EventKind kind : values()) {
      if (kind.word.equals(word)) {
        return kind;
      }
    }
    throw new IllegalArgumentException("unknown kind of event " + word);
  }
}
