package org.gpurma.runtime.config;

import java.util.Locale;

/** How ranks reach ranks of other GPUs of their node. */
public enum PathChoice {
  /** Straight in their memory, where the GPUs allow it. */
  NEAREST,
  /** As ranks of other nodes. */
  NETWORK;

  public static final String SETTING = "gpurma.path";

  static PathChoice of(String name) {
    for (PathChoice choice : values()) {
      if (choice.name().toLowerCase(Locale.ROOT).equals(name.strip())) {
        return choice;
      }
    }
    throw new IllegalArgumentException(
        "setting %s: \"%s\" is neither nearest nor network".formatted(SETTING, name));
  }
}
