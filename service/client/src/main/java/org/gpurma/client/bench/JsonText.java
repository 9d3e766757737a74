package org.gpurma.client.bench;

import java.io.StringWriter;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Lists of objects, by the generator alone: binding of objects asks for Java modules that the Java
 * runtime of a compute node lacks.
 */
final class JsonText {

  private JsonText() {}

  /** What the writer adds to it becomes the items of a list. */
  static String list(Consumer<JsonGenerator> items) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json =
        JsonFactory.builder().build().createGenerator(ObjectWriteContext.empty(), text)) {
      json.writeStartArray();
      items.accept(json);
      json.writeEndArray();
    }
    return text + "\n";
  }
}
