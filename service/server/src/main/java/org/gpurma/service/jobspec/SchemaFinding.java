package org.gpurma.service.jobspec;

import com.networknt.schema.Error;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;

/** Says in the words of a job spec what the schema validator found. */
final class SchemaFinding {
  /** Inside such a keyword the validator reports every branch; people want the one sentence. */
  private static final Pattern BRANCH = Pattern.compile("^(.*?)/(?:oneOf|anyOf|not)(/.*)?$");

  private static final int LONGEST_SHOWN = 100;

  private final JsonNode document;
  private final Error error;
  private final String pointer;

  SchemaFinding(JsonNode document, Error error) {
    this.document = document;
    this.error = error;
    this.pointer = error.getInstanceLocation().toString();
  }

  SpecError explain() {
    String path = error.getEvaluationPath().toString();
    Matcher branch = BRANCH.matcher(path);
    if (branch.matches()) {
      return new SpecError(
          instanceOfBranch(branch.group(2)),
          ruleAt(branch.group(1)).path("x-message").asString(""));
    }
    JsonNode rule = ruleAt(path.substring(0, path.lastIndexOf('/')));
    return switch (error.getKeyword()) {
      case "additionalProperties" -> unknownField(rule);
      case "required" -> new SpecError(Pointer.child(pointer, error.getProperty()), "is required");
      case "type" -> new SpecError(pointer, patternMessage(rule));
      case "enum" -> new SpecError(pointer, oneOf(texts(rule.path("enum"))));
      case "const" -> new SpecError(pointer, "must be " + rule.path("const").asString() + is());
      case "minimum" -> new SpecError(pointer, "must be at least " + rule.path("minimum") + is());
      case "maximum" -> new SpecError(pointer, "must be at most " + rule.path("maximum") + is());
      case "pattern" -> new SpecError(pointer, patternMessage(rule));
      case "propertyNames" -> misnamed(rule.path("propertyNames"));
      default -> new SpecError(pointer, rule.path("x-message").asString(error.getMessage()));
    };
  }

  /** A branch may have looked at an item of the value; the finding belongs to the whole. */
  private String instanceOfBranch(String inside) {
    boolean item = inside != null && inside.contains("/items");
    return item ? pointer.substring(0, pointer.lastIndexOf('/')) : pointer;
  }

  private SpecError unknownField(JsonNode rule) {
    List<String> known = List.copyOf(rule.path("properties").propertyNames());
    String name = error.getProperty();
    return new SpecError(
        Pointer.child(pointer, name),
        "unknown field '"
            + name
            + "'"
            + Suggestion.didYouMean(name, known)
            + " (known here: "
            + String.join(", ", known)
            + ")");
  }

  /** The name is at fault, not what it names. */
  private SpecError misnamed(JsonNode rule) {
    Pattern allowed = Pattern.compile(rule.path("pattern").asString());
    String name =
        error.getInstanceNode().propertyNames().stream()
            .filter(each -> !allowed.matcher(each).find())
            .findFirst()
            .orElse("");
    return new SpecError(
        Pointer.child(pointer, name),
        rule.path("x-message").asString() + ", but is '" + name + "'");
  }

  private String typeMessage(JsonNode rule) {
    List<String> types = new ArrayList<>(texts(rule.path("type")));
    boolean expression = rule.has("pattern") && types.size() > 1 && types.remove("string");
    String wanted =
        types.stream().map(SchemaFinding::withArticle).collect(Collectors.joining(" or "));
    return "must be "
        + wanted
        + (expression ? " (or an expression like ${n + 1})" : "")
        + ", but is "
        + actual(error.getInstanceNode());
  }

  private static String actual(JsonNode node) {
    if (node == null || node.isNull() || node.asString("?").isEmpty()) {
      return "empty";
    }
    String kind = withArticle(kind(node));
    boolean shown = !node.isContainer() && node.toString().length() <= LONGEST_SHOWN;
    return shown ? kind + ": " + node : kind;
  }

  private String patternMessage(JsonNode rule) {
    boolean said =
        rule.path("x-message").isString()
            && texts(rule.path("type")).equals(List.of("string"))
            && !error.getInstanceNode().isContainer();
    return said ? rule.path("x-message").asString() + is() : typeMessage(rule);
  }

  private String oneOf(List<String> known) {
    JsonNode value = error.getInstanceNode();
    String typed = value == null ? "" : value.asString("");
    return "must be one of "
        + String.join(", ", known)
        + is()
        + Suggestion.didYouMean(typed, known);
  }

  private String is() {
    JsonNode value = error.getInstanceNode();
    if (value == null || value.isContainer() || value.toString().length() > LONGEST_SHOWN) {
      return "";
    }
    return ", but is " + value;
  }

  /** Follows an evaluation path, which goes through references, down the schema. */
  private JsonNode ruleAt(String path) {
    JsonNode rule = document;
    if (path.isEmpty()) {
      return rule;
    }
    for (String part : path.substring(1).split("/")) {
      rule =
          part.equals("$ref")
              ? document.at(JsonPointer.compile(rule.path("$ref").asString().substring(1)))
              : rule.isArray() ? rule.path(Integer.parseInt(part)) : rule.path(part);
    }
    return rule;
  }

  private static List<String> texts(JsonNode node) {
    if (node.isString()) {
      return List.of(node.asString());
    }
    return node.valueStream().map(JsonNode::asString).toList();
  }

  private static String kind(JsonNode node) {
    return switch (node.getNodeType()) {
      case ARRAY -> "array";
      case OBJECT -> "object";
      case BOOLEAN -> "boolean";
      case NUMBER -> "number";
      default -> "string";
    };
  }

  private static String withArticle(String type) {
    String word = type.equals("array") ? "list" : type.equals("object") ? "mapping" : type;
    return ("aeiou".indexOf(word.charAt(0)) >= 0 ? "an " : "a ") + word;
  }
}
