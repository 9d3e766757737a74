package org.gpurma.client.log;

import java.util.Locale;

/** What lines of a log are chosen by; each takes one value, or several separated by commas. */
public enum LogProperty {
  /** Ranks in WORLD, with ranges: {@code 0-7,12}. */
  RANK,
  /** As {@link #RANK}, of runtime processes. */
  PROCESS,
  NODE,
  /** UUIDs. */
  GPU,
  CHANNEL,
  LEVEL,
  /** Words that a line holds. */
  TEXT,
  /** The oldest time, as in {@code 2026-01-31T12:00:00Z}. */
  SINCE;

  /** Its name as a parameter. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
