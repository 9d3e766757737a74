package org.gpurma.runtime.config;

import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Settings by name: a system property "gpurma.log.slots", else the environment's GPURMA_LOG_SLOTS.
 */
record Settings(Properties properties, Map<String, String> environment) {

  int integer(String name, int fallback) {
    String value = text(name, null);
    if (value == null) {
      return fallback;
    }
    try {
      return Integer.parseInt(value.strip());
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "setting %s: \"%s\" is not a whole number".formatted(name, value), e);
    }
  }

  /** One of an enum's names, in small letters. */
  <E extends Enum<E>> E choice(String name, E fallback) {
    String value = text(name, small(fallback)).strip();
    E[] choices = fallback.getDeclaringClass().getEnumConstants();
    for (E choice : choices) {
      if (small(choice).equals(value)) {
        return choice;
      }
    }
    String known = Stream.of(choices).map(Settings::small).collect(Collectors.joining(", "));
    throw new IllegalArgumentException(
        "setting %s: \"%s\" is none of %s".formatted(name, value, known));
  }

  private static String small(Enum<?> choice) {
    return choice.name().toLowerCase(Locale.ROOT);
  }

  String text(String name, String fallback) {
    String property = properties.getProperty(name);
    if (property != null) {
      return property;
    }
    return environment.getOrDefault(
        name.replace('.', '_').replace('-', '_').toUpperCase(Locale.ROOT), fallback);
  }
}
