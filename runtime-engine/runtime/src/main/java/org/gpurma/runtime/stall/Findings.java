package org.gpurma.runtime.stall;

import java.util.List;

/** Hears what a watch finds. */
interface Findings {

  /** Ranks have waited for long: a line for each group that waits alike. */
  void stalled(List<String> lines);

  /** All ranks of the job that have not finished wait, and for ever. */
  void deadlocked(Halt halt);

  /** Ranks wait after others have finished, so that they never can. */
  void mismatched(Halt halt);
}
