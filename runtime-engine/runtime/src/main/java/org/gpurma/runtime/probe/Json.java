package org.gpurma.runtime.probe;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Writes maps, lists, strings, numbers and booleans as JSON. */
final class Json {

  private static final int FIRST_PLAIN = 0x20;

  private Json() {}

  static String write(Object value) {
    return switch (value) {
      case Map<?, ?> map ->
          map.entrySet().stream()
              .map(entry -> quote((String) entry.getKey()) + ":" + write(entry.getValue()))
              .collect(Collectors.joining(",", "{", "}"));
      case List<?> list ->
          list.stream().map(Json::write).collect(Collectors.joining(",", "[", "]"));
      case String text -> quote(text);
      case Integer number -> number.toString();
      case Long number -> number.toString();
      case Boolean truth -> truth.toString();
      default -> throw new IllegalArgumentException(value.getClass() + " has no form in JSON");
    };
  }

  /**
   * Whatever is not plain ASCII is escaped, so that the locale of a remote shell does not matter.
   */
  private static String quote(String text) {
    var json = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"', '\\' -> json.append('\\').append(c);
        case '\n' -> json.append("\\n");
        case '\t' -> json.append("\\t");
        default -> {
          if (c >= FIRST_PLAIN && c < 0x7f) {
            json.append(c);
          } else {
            json.append("\\u%04x".formatted((int) c));
          }
        }
      }
    }
    return json.append('"').toString();
  }
}
