package org.gpurma.service.jobspec;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Collects errors; about one place only the first is kept. */
final class Findings {
  private final List<SpecError> errors = new ArrayList<>();
  private final Set<String> pointers = new HashSet<>();

  Findings(List<SpecError> known) {
    known.forEach(error -> add(error.pointer(), error.message()));
  }

  void add(String pointer, String message) {
    if (pointers.add(pointer)) {
      errors.add(new SpecError(pointer, message));
    }
  }

  boolean has(String pointer) {
    return pointers.contains(pointer);
  }

  List<SpecError> errors() {
    return List.copyOf(errors);
  }
}
