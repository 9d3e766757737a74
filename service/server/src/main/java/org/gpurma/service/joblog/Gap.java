package org.gpurma.service.joblog;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/**
 * Lines that are missing; both ends belong to it.
 *
 * @param first number of the first missing one
 */
public record Gap(Of of, long first, long last) {
  /** What the numbers count. */
  public enum Of {
    /** Lines of a rank, by {@code seq}: the rank dropped them. */
    RANK,
    /** Lines of the log, by {@code cursor}: its file is damaged. */
    LOG;

    @JsonValue
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
