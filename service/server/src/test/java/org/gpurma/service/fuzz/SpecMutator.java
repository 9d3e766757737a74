package org.gpurma.service.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** Job specs that are almost right: valid ones with something changed, in their tree or text. */
final class SpecMutator {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final int DEEPEST = 60;

  private static final List<String> TEXTS =
      List.of(
          "",
          " ",
          "../../../../tmp/out",
          "/etc/passwd",
          "a\u0000b",
          "C:\\x",
          "${",
          "${}",
          "${gpus}",
          "${1/0}",
          "${9223372036854775807 + 1}",
          "${((((((((1))))))))}",
          "${process}",
          "\ud800",
          "\u202e\u00a0\ufeff",
          "0-99999",
          "1e400",
          "NaN",
          "true",
          "%s%n%d",
          "'; drop table job; --",
          "<script>",
          "AQAAAA==",
          "http://[::1",
          "https://example.org:99999/",
          "x".repeat(5000),
          "-".repeat(300),
          "(a+)+$",
          "emulated-0",
          "17");

  private static final List<String> FIELDS =
      List.of(
          "gpus",
          "file",
          "source",
          "binary",
          "sweep",
          "matrix",
          "inputs",
          "sha256",
          "placement",
          "processes",
          "userdata",
          "queues",
          "buffers",
          "check",
          "labels",
          "__proto__",
          "",
          "/",
          "~1",
          "${x}",
          "notifications",
          "retries",
          "host",
          "shape",
          "value");

  private final Random random;
  private final List<Valid> valid;

  /**
   * A spec that is right.
   *
   * @param folder of the catalogue that has its files; empty: it needs none
   */
  record Valid(String folder, String yaml) {
    private ObjectNode tree() {
      return (ObjectNode) new YAMLMapper().readTree(yaml);
    }
  }

  /** A spec, right or not. */
  record Mutated(String folder, byte[] text) {}

  SpecMutator(Random random, List<Valid> valid) {
    this.random = random;
    this.valid = List.copyOf(valid);
  }

  /** JSON, which is YAML too. */
  Mutated next() {
    Valid original = pick(valid);
    ObjectNode spec = original.tree();
    int changes = random.nextInt(4);
    for (int i = 0; i < changes; i++) {
      change(spec);
    }
    byte[] text = JsonMapper.shared().writeValueAsString(spec).getBytes(StandardCharsets.UTF_8);
    return new Mutated(original.folder(), random.nextInt(3) == 0 ? damaged(text) : text);
  }

  private void change(ObjectNode spec) {
    JsonNode place = somewhere(spec);
    switch (place) {
      case ObjectNode object -> change(object, spec);
      case ArrayNode array -> change(array);
      default -> spec.set(pick(FIELDS), value(0));
    }
  }

  private void change(ObjectNode object, ObjectNode spec) {
    List<String> names = new ArrayList<>(object.propertyNames());
    String name = names.isEmpty() ? pick(FIELDS) : pick(names);
    switch (random.nextInt(6)) {
      case 0 -> object.remove(name);
      case 1 -> object.set(pick(FIELDS), value(0));
      case 2 -> object.set(name + "s", value(0));
      case 3 -> object.set(name, somewhere(spec).deepCopy());
      default -> object.set(name, value(0));
    }
  }

  private void change(ArrayNode array) {
    if (array.isEmpty() || random.nextBoolean()) {
      array.add(value(0));
    } else if (random.nextBoolean()) {
      array.remove(random.nextInt(array.size()));
    } else {
      array.set(random.nextInt(array.size()), value(0));
    }
  }

  /** A container of the tree. */
  private JsonNode somewhere(JsonNode from) {
    JsonNode at = from;
    while (random.nextInt(4) > 0) {
      List<JsonNode> inside = at.valueStream().filter(JsonNode::isContainer).toList();
      if (inside.isEmpty()) {
        return at;
      }
      at = pick(inside);
    }
    return at;
  }

  private JsonNode value(int depth) {
    return switch (random.nextInt(11)) {
      case 0 -> NODES.nullNode();
      case 1 -> NODES.booleanNode(random.nextBoolean());
      case 2 -> NODES.numberNode(random.nextLong());
      case 3 -> NODES.numberNode(random.nextInt(-2, 70));
      case 4 -> NODES.numberNode(random.nextGaussian() * 1e300);
      case 5 -> deep();
      case 6 ->
          depth > 2 ? NODES.objectNode() : NODES.objectNode().set(pick(FIELDS), value(depth + 1));
      case 7 -> depth > 2 ? NODES.arrayNode() : NODES.arrayNode().add(value(depth + 1));
      default -> NODES.stringNode(pick(TEXTS));
    };
  }

  private JsonNode deep() {
    JsonNode inner = NODES.numberNode(1);
    int depth = random.nextInt(DEEPEST);
    for (int i = 0; i < depth; i++) {
      inner =
          random.nextBoolean() ? NODES.arrayNode().add(inner) : NODES.objectNode().set("a", inner);
    }
    return inner;
  }

  /** Bytes are changed, so that the text may be no UTF-8 any more. */
  byte[] damaged(byte[] text) {
    byte[] damaged = text.clone();
    int changes = 1 + random.nextInt(4);
    for (int i = 0; i < changes && damaged.length > 0; i++) {
      damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
    }
    return random.nextInt(6) == 0
        ? Arrays.copyOf(damaged, random.nextInt(damaged.length + 1))
        : damaged;
  }

  private <T> T pick(List<T> list) {
    return list.get(random.nextInt(list.size()));
  }
}
