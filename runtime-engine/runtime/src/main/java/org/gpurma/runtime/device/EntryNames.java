package org.gpurma.runtime.device;

import java.util.List;

/** Symbol names under which a compiler may have stored a kernel. */
public final class EntryNames {

  private static final String PARAMETERS = "P14gpurma_context";

  private EntryNames() {}

  /**
   * The plain name (extern "C") first, then the name as C++ mangles it; {@code a::b::f} names
   * nested scopes.
   */
  public static List<String> candidates(String entry) {
    return List.of(entry, mangled(entry));
  }

  private static String mangled(String entry) {
    String[] parts = entry.split("::", -1);
    StringBuilder name = new StringBuilder("_Z");
    if (parts.length > 1) {
      name.append('N');
    }
    for (String part : parts) {
      name.append(part.length()).append(part);
    }
    if (parts.length > 1) {
      name.append('E');
    }
    return name.append(PARAMETERS).toString();
  }
}
