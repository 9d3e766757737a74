package org.gpurma.service.jobspec;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** What {@code --set name=value} changes: parameters, and the two resources people vary most. */
final class Overrides {
  private static final Map<String, String> RESOURCES =
      Map.of("gpus", "/resources/gpus", "ranksPerGpu", "/resources/ranksPerGpu");

  private final Map<String, String> values = new LinkedHashMap<>();

  static Overrides parse(List<String> settings, List<SpecError> errors) {
    var overrides = new Overrides();
    for (String setting : settings) {
      int equals = setting.indexOf('=');
      if (equals < 1) {
        errors.add(
            new SpecError(
                "", "set '" + setting + "' must look like name=value, e.g. set=steps=10"));
      } else {
        overrides.add(
            setting.substring(0, equals).trim(), setting.substring(equals + 1).trim(), errors);
      }
    }
    return overrides;
  }

  private void add(String name, String value, List<SpecError> errors) {
    if (values.putIfAbsent(name, value) != null) {
      errors.add(new SpecError("", "set '" + name + "' is given twice; give it once"));
    }
  }

  /** Parameters win over resources of the same name; one that is swept is no longer. */
  void apply(ObjectNode spec, List<SpecError> errors) {
    values.forEach(
        (name, text) -> {
          if (spec.path("sweep").path("matrix").has(name)) {
            spec.withArray("/sweep/matrix/" + name).removeAll().add(value(text));
          } else if (spec.path("parameters").has(name)) {
            ((ObjectNode) spec.get("parameters")).set(name, value(text));
          } else if (RESOURCES.containsKey(name)) {
            spec.withObject("/resources").set(name, value(text));
          } else {
            errors.add(new SpecError("/parameters/" + name, unknown(name, spec)));
          }
        });
  }

  private static String unknown(String name, ObjectNode spec) {
    var known = new TreeSet<>(RESOURCES.keySet());
    spec.path("parameters").properties().forEach(entry -> known.add(entry.getKey()));
    spec.path("sweep").path("matrix").properties().forEach(entry -> known.add(entry.getKey()));
    return "set '"
        + name
        + "' names no parameter of this job"
        + Suggestion.didYouMean(name, known)
        + " (can be set: "
        + String.join(", ", new ArrayList<>(known))
        + ")";
  }

  private static JsonNode value(String text) {
    if (text.matches("[+-]?\\d{1,18}")) {
      return JsonNodeFactory.instance.numberNode(Long.parseLong(text));
    }
    if (text.matches("[+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d{1,3})?") && text.length() < 40) {
      return JsonNodeFactory.instance.numberNode(Double.parseDouble(text));
    }
    return JsonNodeFactory.instance.stringNode(text);
  }
}
