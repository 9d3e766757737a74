package org.gpurma.service.web;

import java.util.List;
import java.util.stream.Collectors;
import org.gpurma.service.jobspec.Suggestion;
import org.springframework.http.converter.HttpMessageNotReadableException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.exc.UnrecognizedPropertyException;
import tools.jackson.databind.exc.ValueInstantiationException;

/** Says what is wrong with a small JSON body: which field, and what it may be. */
final class BodyFinding {
  private BodyFinding() {}

  static String of(HttpMessageNotReadableException e) {
    return switch (e.getCause()) {
      case UnrecognizedPropertyException unknown -> unknown(unknown);
      case ValueInstantiationException value when value.getCause() != null ->
          "'" + field(value) + "': " + value.getCause().getMessage();
      case MismatchedInputException mismatch -> "'" + field(mismatch) + "' is of the wrong type";
      case StreamReadException text ->
          "The body is not valid JSON (line %d, column %d)"
              .formatted(text.getLocation().getLineNr(), text.getLocation().getColumnNr());
      case null, default -> "The body is missing or cannot be read; it must be JSON";
    };
  }

  private static String unknown(UnrecognizedPropertyException e) {
    List<String> known = e.getKnownPropertyIds().stream().map(String::valueOf).sorted().toList();
    return "unknown field '"
        + e.getPropertyName()
        + "'"
        + Suggestion.didYouMean(e.getPropertyName(), known)
        + " (known here: "
        + String.join(", ", known)
        + ")";
  }

  private static String field(JacksonException e) {
    String path =
        e.getPath().stream()
            .map(
                step ->
                    step.getPropertyName() == null
                        ? "[" + step.getIndex() + "]"
                        : "." + step.getPropertyName())
            .collect(Collectors.joining());
    return path.isEmpty() ? "the body" : path.startsWith(".") ? path.substring(1) : path;
  }
}
