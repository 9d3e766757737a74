package org.gpurma.client.job;

import com.fasterxml.jackson.annotation.JsonEnumDefaultValue;

/** Where a job stands, in the order it goes through. */
public enum JobState {
  QUEUED,
  COMPILING,
  STARTING,
  RUNNING,
  FINISHING,
  SUCCEEDED,
  FAILED,
  CANCELLED,
  /** A state that only a newer service knows. */
  @JsonEnumDefaultValue
  OTHER;

  public boolean hasEnded() {
    return this == SUCCEEDED || this == FAILED || this == CANCELLED;
  }
}
