package org.gpurma.service.jobspec;

import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** Fills the ${...} of one string. */
final class Template {
  private final Map<String, JsonNode> parameters;
  private final Set<String> leftAsTheyAre;

  /** The names of {@code leftAsTheyAre} are filled in later, by someone else. */
  Template(Map<String, JsonNode> parameters, Set<String> leftAsTheyAre) {
    this.parameters = parameters;
    this.leftAsTheyAre = leftAsTheyAre;
  }

  /** A string that is one ${...} alone takes the type of its value; any other stays a string. */
  JsonNode fill(String text) {
    var filled = new StringBuilder();
    int at = 0;
    while (true) {
      int open = text.indexOf("${", at);
      if (open < 0) {
        return JsonNodeFactory.instance.stringNode(filled.append(text.substring(at)).toString());
      }
      int close = text.indexOf('}', open);
      if (close < 0) {
        throw new Expression.BadExpression("'" + text.substring(open) + "' lacks a '}'");
      }
      String inside = text.substring(open + 2, close).trim();
      if (open == 0 && close == text.length() - 1 && !leftAsTheyAre.contains(inside)) {
        return value(inside);
      }
      filled.append(text, at, open);
      filled.append(
          leftAsTheyAre.contains(inside) ? text.substring(open, close + 1) : text(inside));
      at = close + 1;
    }
  }

  private String text(String inside) {
    JsonNode value = value(inside);
    if (value.isContainer() || value.isNull()) {
      throw new Expression.BadExpression(
          "parameter '" + inside + "' is no text or number, and cannot stand inside a text");
    }
    return value.asString();
  }

  private JsonNode value(String inside) {
    JsonNode plain = parameters.get(inside);
    if (plain != null) {
      return plain;
    }
    try {
      return JsonNodeFactory.instance.numberNode(Expression.evaluate(inside, parameters));
    } catch (Expression.BadExpression e) {
      throw new Expression.BadExpression("expression '" + inside + "': " + e.getMessage());
    }
  }
}
