package org.gpurma.runtime.stall;

import java.util.List;

/** What a search has found. */
sealed interface Verdict {

  /** Of all processes; what the own ranks wait for is not among them. */
  List<Answer> answers();

  /** All ranks that have not finished wait, and for ever. */
  record Deadlock(List<Answer> answers) implements Verdict {}

  /** Ranks wait behind the last barrier of others, which have finished: they can never finish. */
  record Mismatch(List<Answer> answers) implements Verdict {}
}
