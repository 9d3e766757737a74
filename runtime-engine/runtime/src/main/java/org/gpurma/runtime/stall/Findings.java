package org.gpurma.runtime.stall;

import java.util.List;

/** Hears what a watch finds. */
interface Findings {

  /** Ranks have waited for long: a line for each group that waits alike. */
  void stalled(List<String> lines);

  /** All ranks of the job wait, and for ever. */
  void deadlocked(List<String> lines);
}
