package org.gpurma.runtime.config;

import org.gpurma.runtime.failure.Failure;
import org.gpurma.runtime.failure.FailureException;

/** How ranks reach ranks of other GPUs of their node. */
public enum PathChoice {
  /** Straight in their memory, where the GPUs allow it. */
  NEAREST,
  /** As ranks of other nodes. */
  NETWORK;

  public static final String SETTING = "gpurma.path";

  /** What a job chose; where it chose nothing, this, what the process is set up for. */
  public PathChoice unless(org.gpurma.wire.PathChoice job) {
    return switch (job) {
      case NEAREST -> NEAREST;
      case NETWORK -> NETWORK;
      case PATH_CHOICE_UNSPECIFIED -> this;
      case UNRECOGNIZED ->
          throw new FailureException(
              new Failure.BadRunSpec("path: this runtime knows nearest and network only"));
    };
  }
}
