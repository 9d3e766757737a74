package org.gpurma.service.jobspec;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A matrix of parameters: a job spec for every combination of their values. */
final class Sweep {
  /** The most jobs of one array. */
  static final int MOST_JOBS = 1000;

  private Sweep() {}

  /** One combination. */
  record Member(Map<String, JsonNode> values, ObjectNode spec) {
    /** E.g. "rows=1024, threads=64"; empty where nothing is swept. */
    String describe() {
      return values.entrySet().stream()
          .map(value -> value.getKey() + "=" + text(value.getValue()))
          .collect(Collectors.joining(", "));
    }

    /** A list or mapping is an error, which this is part of the words for. */
    private static String text(JsonNode value) {
      return value.isContainer() ? value.toString() : value.asString();
    }
  }

  static boolean isIn(ObjectNode spec) {
    return spec.path("sweep").path("matrix").isObject();
  }

  /**
   * The spec itself where it sweeps nothing. The sweep is no part of what comes out.
   *
   * @param errors gets what is wrong with the matrix; then the members are not all there is
   */
  static List<Member> members(ObjectNode spec, List<SpecError> errors) {
    if (!isIn(spec)) {
      return List.of(new Member(Map.of(), spec));
    }
    List<Map<String, JsonNode>> combinations = List.of(Map.of());
    for (Map.Entry<String, JsonNode> axis : spec.path("sweep").path("matrix").properties()) {
      if (axis.getValue().isArray() && !axis.getValue().isEmpty()) {
        combinations = times(combinations, axis.getKey(), axis.getValue());
      }
      if (combinations.size() > MOST_JOBS) {
        errors.add(
            new SpecError(
                "/sweep/matrix",
                "makes more than " + MOST_JOBS + " jobs; split it into several submissions"));
        combinations = combinations.subList(0, 1);
        break;
      }
    }
    return combinations.stream().map(values -> member(spec, values)).toList();
  }

  private static List<Map<String, JsonNode>> times(
      List<Map<String, JsonNode>> combinations, String name, JsonNode values) {
    List<Map<String, JsonNode>> product = new ArrayList<>();
    for (Map<String, JsonNode> combination : combinations) {
      for (JsonNode value : values) {
        var longer = new LinkedHashMap<>(combination);
        longer.put(name, value);
        product.add(longer);
      }
      if (product.size() > MOST_JOBS) {
        break;
      }
    }
    return product;
  }

  private static Member member(ObjectNode spec, Map<String, JsonNode> values) {
    ObjectNode member = spec.deepCopy();
    member.remove("sweep");
    if (!member.has("parameters") || member.get("parameters").isObject()) {
      ObjectNode parameters = member.withObject("/parameters");
      values.forEach(parameters::set);
    }
    return new Member(values, member);
  }
}
