package org.gpurma.service.launch;

import java.util.OptionalInt;

/** How the launcher ended; no code where nobody saw it end. */
public record LaunchExit(OptionalInt code) {
  public boolean successful() {
    return code.isPresent() && code.getAsInt() == 0;
  }
}
