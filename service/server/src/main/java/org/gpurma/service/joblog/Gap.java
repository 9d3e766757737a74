package org.gpurma.service.joblog;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/**
 * What is missing; both ends belong to it.
 *
 * @param first number of the first missing one
 * @param last number of the last one; null where nobody knows
 */
public record Gap(Of of, long first, Long last) {
  /** What the numbers count. The order is part of the file format. */
  public enum Of {
    /** Lines of a rank, by {@code seq}: the rank dropped them. */
    RANK,
    /** Lines of the log, by {@code cursor}: its files are damaged. */
    LOG,
    /** Records of a process, from 0: its spool is damaged. Most records are lines of ranks. */
    PROCESS;

    @JsonValue
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
