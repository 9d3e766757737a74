package org.gpurma.service.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.gpurma.service.testing.Api;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** Calls the service and holds each answer against the document that it serves of itself. */
final class DocumentedApi {
  private final Api api;
  private final ObjectNode document;
  private final Set<String> exercised = new TreeSet<>();

  DocumentedApi(Api api) {
    this.api = api;
    document = (ObjectNode) new YAMLMapper().readTree(api.get("/api/v1/openapi.yaml").body());
    closeSchemas(document.path("components").path("schemas"));
    closeSchemas(document.path("paths"));
  }

  JsonNode document() {
    return document;
  }

  /** Operations that were called. */
  Set<String> exercised() {
    return exercised;
  }

  /** All that are documented. */
  Set<String> operations() {
    return document
        .path("paths")
        .valueStream()
        .flatMap(JsonNode::valueStream)
        .filter(operation -> operation.has("operationId"))
        .map(operation -> operation.path("operationId").asString())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /**
   * Options are names and values: of headers, of the query ({@code ?}) and of the {@code body}.
   *
   * @param values of what stands in braces in the path
   */
  HttpResponse<String> call(
      String method, String path, int status, Map<String, String> values, String... options) {
    String query = "";
    String body = "";
    List<String> headers = new ArrayList<>();
    for (int i = 0; i < options.length; i += 2) {
      switch (options[i]) {
        case "?" -> query = "?" + options[i + 1];
        case "body" -> body = options[i + 1];
        default -> headers.addAll(List.of(options[i], options[i + 1]));
      }
    }
    String real = path;
    for (var value : values.entrySet()) {
      real = real.replace("{" + value.getKey() + "}", value.getValue());
    }
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(api.url() + real + query))
            .method(method, BodyPublishers.ofString(body));
    if (!headers.isEmpty()) {
      request.headers(headers.toArray(String[]::new));
    }
    HttpResponse<String> response = api.send(request.build());
    assertThat(response.statusCode())
        .as("%s %s: %s", method, real, response.body())
        .isEqualTo(status);
    verify(method, path, response);
    return response;
  }

  private void verify(String method, String path, HttpResponse<String> response) {
    JsonNode operation = document.path("paths").path(path).path(method.toLowerCase(Locale.ROOT));
    assertThat(operation.isObject()).as("%s %s is documented", method, path).isTrue();
    exercised.add(operation.path("operationId").asString());
    JsonNode answer =
        resolve(operation.path("responses").path(Integer.toString(response.statusCode())));
    assertThat(answer.isObject())
        .as("%s %s: status %d is documented", method, path, response.statusCode())
        .isTrue();
    answer
        .path("headers")
        .propertyNames()
        .forEach(
            header -> {
              if (header.equals("Location") || header.equals("Repr-Digest")) {
                assertThat(response.headers().firstValue(header)).as(header).isPresent();
              }
            });
    if (!answer.has("content")) {
      return;
    }
    String type = response.headers().firstValue("Content-Type").orElse("").split(";")[0].strip();
    JsonNode content = answer.path("content").path(type);
    assertThat(content.isObject())
        .as("%s %s: content type '%s' is documented", method, path, type)
        .isTrue();
    if (type.equals("application/json") || type.equals("application/problem+json")) {
      assertThat(complaints(content.path("schema"), response.body()))
          .as("%s %s: %s", method, path, response.body())
          .isEmpty();
    }
  }

  private JsonNode resolve(JsonNode node) {
    return node.has("$ref") ? document.at(node.path("$ref").asString().substring(1)) : node;
  }

  private List<String> complaints(JsonNode schema, String body) {
    ObjectNode whole = document.objectNode();
    whole.set("components", document.path("components"));
    whole.setAll((ObjectNode) schema);
    Schema compiled =
        SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12).getSchema(whole);
    return compiled.validate(new YAMLMapper().readTree(body)).stream()
        .map(error -> error.getInstanceLocation() + ": " + error.getMessage())
        .toList();
  }

  /** A field that is not documented is an error here, though not for clients. */
  private static void closeSchemas(JsonNode node) {
    if (node instanceof ObjectNode object
        && object.path("properties").isObject()
        && !object.has("additionalProperties")) {
      object.put("additionalProperties", false);
    }
    node.forEach(DocumentedApi::closeSchemas);
  }
}
