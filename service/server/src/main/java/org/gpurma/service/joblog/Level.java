package org.gpurma.service.joblog;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.gpurma.wire.LogLevel;

/** How much a line matters. The order is part of the file format. */
public enum Level {
  INFO,
  DEBUG,
  WARNING,
  ERROR;

  @JsonValue
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static Optional<Level> of(String word) {
    return Stream.of(values()).filter(level -> level.word().equals(word)).findFirst();
  }

  /** What a later runtime may say beyond these is information. */
  static Level of(LogLevel level) {
    return switch (level) {
      case DEBUG -> DEBUG;
      case WARNING -> WARNING;
      case ERROR -> ERROR;
      case INFO, UNRECOGNIZED -> INFO;
    };
  }
}
