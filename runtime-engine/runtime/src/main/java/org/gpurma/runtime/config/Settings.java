package org.gpurma.runtime.config;

import java.util.Locale;
import java.util.Map;
import java.util.Properties;

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

  String text(String name, String fallback) {
    String property = properties.getProperty(name);
    if (property != null) {
      return property;
    }
    return environment.getOrDefault(name.replace('.', '_').toUpperCase(Locale.ROOT), fallback);
  }
}
