package org.gpurma.service.jobspec;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Replaces every ${...} of a job spec by its value. */
final class SpecExpander {
  /** Program text. */
  private static final Set<String> LEFT_AS_THEY_ARE =
      Set.of("/parameters", "/program/source", "/program/host/source");

  /** Known only when the job runs; the check fills them in. */
  private static final Set<String> FILLED_BY_CHECKS = Set.of("rank", "ranks");

  private static final Pattern LOG_CHECK = Pattern.compile("/check/\\d+/logs/.*");

  /** The runtime fills it in. */
  private static final Set<String> FILLED_BY_PROCESSES = Set.of("process");

  private static final Pattern HOST_OUTPUT = Pattern.compile("/program/host/outputs/\\d+");

  private final Map<String, JsonNode> parameters = new LinkedHashMap<>();
  private final List<SpecError> errors;

  private SpecExpander(JsonNode parameters, List<SpecError> errors) {
    this.errors = errors;
    parameters.properties().forEach(entry -> this.parameters.put(entry.getKey(), entry.getValue()));
  }

  static ObjectNode expand(ObjectNode spec, List<SpecError> errors) {
    var expander = new SpecExpander(spec.path("parameters"), errors);
    return (ObjectNode) expander.expand(spec, "");
  }

  private JsonNode expand(JsonNode node, String pointer) {
    if (LEFT_AS_THEY_ARE.contains(pointer)) {
      return node;
    }
    return switch (node) {
      case ObjectNode object -> expandObject(object, pointer);
      case ArrayNode array -> expandArray(array, pointer);
      default -> whole(node.isString() ? expandText(node, pointer) : node);
    };
  }

  /** 1e3 and 8.0 are integers, too, and are read as such by everything that follows. */
  private static JsonNode whole(JsonNode node) {
    boolean whole = node.isFloatingPointNumber() && node.asDouble() == (int) node.asDouble();
    return whole ? JsonNodeFactory.instance.numberNode((int) node.asDouble()) : node;
  }

  private ObjectNode expandObject(ObjectNode object, String pointer) {
    ObjectNode expanded = JsonNodeFactory.instance.objectNode();
    object
        .properties()
        .forEach(
            entry ->
                expanded.set(
                    entry.getKey(),
                    expand(entry.getValue(), Pointer.child(pointer, entry.getKey()))));
    return expanded;
  }

  private ArrayNode expandArray(ArrayNode array, String pointer) {
    var expanded = new ArrayList<JsonNode>();
    for (int i = 0; i < array.size(); i++) {
      expanded.add(expand(array.get(i), Pointer.child(pointer, i)));
    }
    return JsonNodeFactory.instance.arrayNode().addAll(expanded);
  }

  private JsonNode expandText(JsonNode node, String pointer) {
    try {
      return new Template(parameters, filledLater(pointer)).fill(node.asString());
    } catch (Expression.BadExpression e) {
      errors.add(new SpecError(pointer, e.getMessage()));
      return node;
    }
  }

  private static Set<String> filledLater(String pointer) {
    if (LOG_CHECK.matcher(pointer).matches()) {
      return FILLED_BY_CHECKS;
    }
    return HOST_OUTPUT.matcher(pointer).matches() ? FILLED_BY_PROCESSES : Set.of();
  }
}
