package org.gpurma.service.jobspec;

import tools.jackson.databind.JsonNode;

/** No text has a NUL: neither a file, a database nor a command takes one. */
final class TextRule implements SpecRule {
  @Override
  public void check(JsonNode spec, JobFolder folder, Findings findings) {
    check(spec, "", findings);
  }

  private static void check(JsonNode node, String pointer, Findings findings) {
    if (node.isString() && node.asString().indexOf('\0') >= 0) {
      findings.add(pointer, "has the character U+0000; remove it");
    }
    node.properties()
        .forEach(
            field -> check(field.getValue(), Pointer.child(pointer, field.getKey()), findings));
    for (int i = 0; i < node.size() && node.isArray(); i++) {
      check(node.get(i), Pointer.child(pointer, i), findings);
    }
  }
}
