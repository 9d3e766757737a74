package org.gpurma.service.jobspec;

import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.exc.JsonNodeException;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Holds job specs against the schema that the service also serves. */
final class SpecSchema {
  static final String RESOURCE = "/api/job-spec.schema.json";

  private final JsonNode document;
  private final Schema schema;

  SpecSchema() {
    try (InputStream in = SpecSchema.class.getResourceAsStream(RESOURCE)) {
      document = JsonMapper.shared().readTree(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    schema =
        SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12).getSchema(document);
  }

  JsonNode document() {
    return document;
  }

  List<SpecError> check(JsonNode spec) {
    Set<SpecError> errors = new LinkedHashSet<>();
    for (Error error : validate(spec)) {
      errors.add(new SchemaFinding(document, error).explain());
    }
    return List.copyOf(errors);
  }

  private List<Error> validate(JsonNode spec) {
    try {
      return schema.validate(spec);
    } catch (JsonNodeException _) {
      // The validator compares integers as long, and gives up on floating point beyond.
      return schema.validate(WideNumbers.exact(spec));
    }
  }

  /** What is wrong with the sweep alone: it is gone from the specs that it makes. */
  List<SpecError> checkSweep(ObjectNode spec) {
    return spec.has("sweep")
        ? check(spec).stream().filter(error -> error.pointer().startsWith("/sweep")).toList()
        : List.of();
  }
}
