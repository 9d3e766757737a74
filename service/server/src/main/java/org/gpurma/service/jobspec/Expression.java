package org.gpurma.service.jobspec;

import java.util.Map;
import tools.jackson.databind.JsonNode;

/** Integer arithmetic over parameters: names, integers, + - * / and parentheses. */
final class Expression {
  private static final int MAX_LENGTH = 200;

  private final String text;
  private final Map<String, JsonNode> parameters;
  private int at;

  private Expression(String text, Map<String, JsonNode> parameters) {
    this.text = text;
    this.parameters = parameters;
  }

  /** Thrown with a message for the person who wrote the expression. */
  static final class BadExpression extends RuntimeException {
    BadExpression(String message) {
      super(message);
    }
  }

  static long evaluate(String text, Map<String, JsonNode> parameters) {
    if (text.length() > MAX_LENGTH) {
      throw new BadExpression("is longer than " + MAX_LENGTH + " characters");
    }
    var expression = new Expression(text, parameters);
    try {
      long value = expression.sum();
      expression.expectEnd();
      return value;
    } catch (ArithmeticException _) {
      throw new BadExpression("does not fit a 64-bit integer");
    }
  }

  private long sum() {
    long value = product();
    while (true) {
      if (take('+')) {
        value = Math.addExact(value, product());
      } else if (take('-')) {
        value = Math.subtractExact(value, product());
      } else {
        return value;
      }
    }
  }

  private long product() {
    long value = factor();
    while (true) {
      if (take('*')) {
        value = Math.multiplyExact(value, factor());
      } else if (take('/')) {
        value = Math.divideExact(value, divisor());
      } else {
        return value;
      }
    }
  }

  private long divisor() {
    long divisor = factor();
    if (divisor == 0) {
      throw new BadExpression("divides by zero");
    }
    return divisor;
  }

  private long factor() {
    if (take('-')) {
      return Math.negateExact(factor());
    }
    if (take('(')) {
      long value = sum();
      if (!take(')')) {
        throw new BadExpression("lacks a ')'");
      }
      return value;
    }
    String word = word();
    return Character.isDigit(word.charAt(0)) ? literal(word) : parameter(word);
  }

  private long literal(String word) {
    try {
      return Long.parseLong(word);
    } catch (NumberFormatException e) {
      throw new BadExpression("'" + word + "' is not an integer");
    }
  }

  private long parameter(String name) {
    JsonNode value = parameters.get(name);
    if (value == null) {
      throw new BadExpression(unknown(name, parameters));
    }
    if (!value.isIntegralNumber() || !value.canConvertToLong()) {
      throw new BadExpression("parameter '" + name + "' is not an integer, but is calculated with");
    }
    return value.asLong();
  }

  static String unknown(String name, Map<String, JsonNode> parameters) {
    return "parameter '"
        + name
        + "' is not defined"
        + Suggestion.didYouMean(name, parameters.keySet())
        + " (defined: "
        + (parameters.isEmpty() ? "none" : String.join(", ", parameters.keySet()))
        + ")";
  }

  private String word() {
    skipSpace();
    int start = at;
    while (at < text.length() && isWordCharacter(text.charAt(at))) {
      at++;
    }
    if (start == at) {
      throw new BadExpression(
          at == text.length() ? "ends too early" : "has an unexpected '" + text.charAt(at) + "'");
    }
    return text.substring(start, at);
  }

  private static boolean isWordCharacter(char c) {
    return c == '_' || (c < 128 && Character.isLetterOrDigit(c));
  }

  private boolean take(char wanted) {
    skipSpace();
    if (at < text.length() && text.charAt(at) == wanted) {
      at++;
      return true;
    }
    return false;
  }

  private void expectEnd() {
    skipSpace();
    if (at < text.length()) {
      throw new BadExpression("has an unexpected '" + text.charAt(at) + "'");
    }
  }

  private void skipSpace() {
    while (at < text.length() && text.charAt(at) == ' ') {
      at++;
    }
  }
}
