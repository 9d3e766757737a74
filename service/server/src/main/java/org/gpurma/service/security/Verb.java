package org.gpurma.service.security;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** What a key allows. */
public enum Verb {
  /** Look at jobs, their logs and outputs, and at the cluster. */
  READ,
  /** Plan and submit jobs. */
  SUBMIT,
  /** Cancel, hold, release and retry jobs. */
  CONTROL,
  /** Nodes and keys. */
  ADMIN;

  @JsonValue
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  @JsonCreator
  public static Verb of(String word) {
    return Arrays.stream(values())
        .filter(verb -> verb.word().equals(word))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "'"
                        + word
                        + "' is no verb; there are "
                        + Arrays.stream(values())
                            .map(Verb::word)
                            .collect(Collectors.joining(", "))));
  }
}
