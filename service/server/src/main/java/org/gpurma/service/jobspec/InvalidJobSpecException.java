package org.gpurma.service.jobspec;

import java.util.List;
import java.util.stream.Collectors;

/** A job spec that cannot be taken, with everything that is wrong with it. */
public final class InvalidJobSpecException extends RuntimeException {
  private final transient List<SpecError> errors;

  public InvalidJobSpecException(List<SpecError> errors) {
    super(errors.stream().map(InvalidJobSpecException::text).collect(Collectors.joining("\n")));
    this.errors = List.copyOf(errors);
  }

  private static String text(SpecError error) {
    return error.pointer().isEmpty() ? error.message() : error.pointer() + ": " + error.message();
  }

  public List<SpecError> errors() {
    return errors;
  }
}
