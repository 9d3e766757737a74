package org.gpurma.service.job;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Optional;
import java.util.regex.Pattern;

/** A job's name and a number, e.g. {@code hello-world-1}; safe as a folder name. */
public record JobId(@JsonValue String value) {
  private static final Pattern FORM =
      Pattern.compile("[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?-\\d{1,18}");

  public JobId {
    if (!FORM.matcher(value).matches()) {
      throw new IllegalArgumentException("not a job id: " + value);
    }
  }

  public static JobId of(String name, long number) {
    return new JobId(name + "-" + number);
  }

  /** Its position in the order of submission. */
  public long number() {
    return Long.parseLong(value, value.lastIndexOf('-') + 1, value.length(), 10);
  }

  public static Optional<JobId> parse(String text) {
    return FORM.matcher(text).matches() ? Optional.of(new JobId(text)) : Optional.empty();
  }

  @Override
  public String toString() {
    return value;
  }
}
