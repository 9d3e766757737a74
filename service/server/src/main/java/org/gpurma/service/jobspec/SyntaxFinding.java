package org.gpurma.service.jobspec;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.exc.MismatchedInputException;

/** Says what the parsers found wrong with the text of a job spec, and what to write instead. */
final class SyntaxFinding {
  private static final Pattern CONTROL =
      Pattern.compile("[\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x84\\x86-\\x9f\\ufffe\\uffff]");

  /** What a parser says, and what it means to who wrote the text. */
  private record Known(Pattern said, String meant) {
    Known(String said, String meant) {
      this(Pattern.compile(said, Pattern.DOTALL), meant);
    }

    Optional<String> in(String message) {
      Matcher matcher = said.matcher(message);
      return matcher.matches() ? Optional.of(matcher.replaceAll(meant)) : Optional.empty();
    }
  }

  private static final List<Known> KNOWN =
      List.of(
          new Known("Duplicate Object property \"(.*)\".*", "the field '$1' is written twice"),
          new Known(
              "Number value length .*maximum allowed \\((\\d+).*",
              "a number has more than $1 digits"),
          new Known(
              "Document nesting depth .*maximum allowed \\((\\d+).*",
              "lists and mappings are nested more than $1 deep"),
          new Known(
              "Malformed numeric value '([^:']*).*",
              "'$1' is no number; infinity and NaN cannot be used"),
          new Known("Expected a property name.*", "the name of a field must be a text"));

  private SyntaxFinding() {}

  static String of(JacksonException e, String text) {
    if (e instanceof MismatchedInputException) {
      return "a second document begins behind the first; send each job spec on its own";
    }
    String message = String.valueOf(e.getOriginalMessage());
    if (message.startsWith("special characters")) {
      return control(text);
    }
    return KNOWN.stream()
        .flatMap(known -> known.in(message).stream())
        .findFirst()
        .orElseGet(() -> sentence(message) + hint(e, text));
  }

  private static String control(String text) {
    Matcher matcher = CONTROL.matcher(text);
    return matcher.find()
        ? "line %d has the control character U+%04X; remove it"
            .formatted(
                text.substring(0, matcher.start()).lines().count(), (int) matcher.group().charAt(0))
        : "it has control characters; remove them";
  }

  /** The parser of YAML repeats the text, indented, between what it did and what it met. */
  private static String sentence(String message) {
    return message
        .lines()
        .filter(line -> !line.isBlank() && !line.startsWith(" "))
        .distinct()
        .collect(Collectors.joining(": "));
  }

  private static String hint(JacksonException e, String text) {
    int line = e.getLocation() == null ? 0 : e.getLocation().getLineNr();
    return text.lines().skip(Math.max(0, line - 1)).findFirst().orElse("").contains("${")
        ? "; between braces an expression needs quotes: \"${n}\""
        : "";
  }
}
