package org.gpurma.service.jobspec;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** Type of the elements of a buffer or file, little endian. */
public enum ElementType {
  INT32(4),
  INT64(8),
  FLOAT32(4),
  FLOAT64(8),
  UINT8(1);

  private final int bytes;

  ElementType(int bytes) {
    this.bytes = bytes;
  }

  public int bytes() {
    return bytes;
  }

  @JsonValue
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  static Optional<ElementType> of(String word) {
    return Stream.of(values()).filter(type -> type.word().equals(word)).findFirst();
  }
}
