package org.gpurma.client.submission;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * The texts of a spec that may name files. Every text counts: which field holds a file name is the
 * service's knowledge, and a text that happens not to name a file costs nothing.
 */
record SpecNames(List<String> texts, Map<String, String> parameters) {

  /** JSON is YAML too. Empty for a text that is neither; the service tells where it is wrong. */
  static Optional<SpecNames> of(String spec, Map<String, String> overrides) {
    try {
      JsonNode tree = new YAMLMapper().readTree(spec);
      return Optional.of(new SpecNames(texts(tree), parameters(tree, overrides)));
    } catch (JacksonException e) {
      return Optional.empty();
    }
  }

  List<NamePattern> patterns() {
    return texts.stream()
        .filter(text -> !isSingleExpression(text) || parameters.containsKey(parameter(text)))
        .map(text -> NamePattern.of(text, parameters))
        .toList();
  }

  private static List<String> texts(JsonNode tree) {
    List<String> texts = new ArrayList<>();
    collect(tree, texts);
    return texts;
  }

  private static void collect(JsonNode node, List<String> texts) {
    if (node.isString()) {
      texts.add(node.stringValue());
    }
    node.forEach(child -> collect(child, texts));
  }

  private static Map<String, String> parameters(JsonNode tree, Map<String, String> overrides) {
    Map<String, String> parameters = new LinkedHashMap<>();
    tree.path("parameters").forEachEntry((name, value) -> parameters.put(name, value.asString("")));
    parameters.putAll(overrides);
    return parameters;
  }

  /** Such as {@code ${rows - 1}}: alone it is a number, and would match every file. */
  private static boolean isSingleExpression(String text) {
    return NamePattern.EXPRESSION.matcher(text.strip()).matches();
  }

  private static String parameter(String expression) {
    String text = expression.strip();
    return text.substring(2, text.length() - 1).strip();
  }
}
