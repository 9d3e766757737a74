package org.gpurma.service.settings;

import java.net.URI;
import java.time.Duration;

/** Refuses settings that cannot work, by their names, before anything has started. */
final class Setting {
  private Setting() {}

  /**
   * @throws IllegalArgumentException where the value is outside of the bounds, which are inclusive
   */
  static void within(String name, long value, long least, long most) {
    require(
        value >= least && value <= most, name, "be " + least + " to " + most, Long.toString(value));
  }

  /**
   * @throws IllegalArgumentException where the time is 0 or less
   */
  static void positive(String name, Duration value) {
    require(value.isPositive(), name, "be more than 0, e.g. 10s", value.toString());
  }

  /**
   * @throws IllegalArgumentException where the time is less than 0
   */
  static void notNegative(String name, Duration value) {
    require(!value.isNegative(), name, "be 0 or more, e.g. 10s", value.toString());
  }

  /**
   * @throws IllegalArgumentException where the text is no address of a web server
   */
  static void webAddress(String name, String value) {
    require(isWebAddress(value), name, "be an address such as http://10.78.0.1:8080", value);
  }

  private static boolean isWebAddress(String text) {
    try {
      URI uri = URI.create(text);
      return uri.getHost() != null && uri.getScheme().matches("https?");
    } catch (IllegalArgumentException _) {
      return false;
    }
  }

  /**
   * @param must what the value must do, e.g. {@code be 1 to 4}
   * @throws IllegalArgumentException where it does not hold
   */
  static void require(boolean holds, String name, String must, String value) {
    if (!holds) {
      throw new IllegalArgumentException("%s must %s, but is %s".formatted(name, must, value));
    }
  }
}
