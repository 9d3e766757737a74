package org.gpurma.host;

import java.util.Collection;

/** Words for a name that is not there. */
final class Names {

  private Names() {}

  static String unknown(String what, String name, Collection<String> known, String remedy) {
    return "the job spec has no %s '%s' (it has: %s); %s of the job spec"
        .formatted(
            what,
            name,
            known.isEmpty() ? "none" : String.join(", ", known.stream().sorted().toList()),
            remedy);
  }
}
