package org.gpurma.service.jobspec;

import java.math.BigDecimal;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Floating point numbers that no 64-bit integer holds, as the integers that they are. */
final class WideNumbers {
  private static final double BOUND = 0x1p63;

  private WideNumbers() {}

  static JsonNode exact(JsonNode node) {
    return switch (node) {
      case ObjectNode object -> {
        ObjectNode copy = JsonNodeFactory.instance.objectNode();
        object.properties().forEach(entry -> copy.set(entry.getKey(), exact(entry.getValue())));
        yield copy;
      }
      case ArrayNode array -> {
        ArrayNode copy = JsonNodeFactory.instance.arrayNode();
        array.forEach(item -> copy.add(exact(item)));
        yield copy;
      }
      default -> isWide(node) ? integer(node) : node;
    };
  }

  private static boolean isWide(JsonNode node) {
    return node.isFloatingPointNumber()
        && Double.isFinite(node.asDouble())
        && Math.abs(node.asDouble()) >= BOUND;
  }

  private static JsonNode integer(JsonNode node) {
    return JsonNodeFactory.instance.numberNode(BigDecimal.valueOf(node.asDouble()).toBigInteger());
  }
}
