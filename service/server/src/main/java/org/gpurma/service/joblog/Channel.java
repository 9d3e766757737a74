package org.gpurma.service.joblog;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** Where a line of a job's log comes from. The order is part of the file format. */
public enum Channel {
  RANK,
  COMPILER,
  LAUNCHER,
  SERVICE;

  @JsonValue
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static Optional<Channel> of(String word) {
    return Stream.of(values()).filter(channel -> channel.word().equals(word)).findFirst();
  }
}
