package org.gpurma.service.jobspec;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;
import tools.jackson.databind.JsonNode;

/** One field of the userdata struct; exactly one of value, buffer and fact is there. */
public record UserdataSpec(String name, Type type, JsonNode value, String buffer, String fact) {

  public enum Type {
    INT32,
    INT64,
    FLOAT32,
    FLOAT64,
    BOOL,
    POINTER;

    @JsonValue
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }

    public boolean real() {
      return this == FLOAT32 || this == FLOAT64;
    }
  }
}
