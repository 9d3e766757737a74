package org.gpurma.service.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.gpurma.service.job.JobState;
import org.gpurma.service.testing.Api;
import org.gpurma.service.testing.PlayedService;
import org.gpurma.service.testing.RunningService;
import org.junit.jupiter.api.Test;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;
import tools.jackson.databind.JsonNode;

/** The OpenAPI document has all that the service has, and nothing else. */
class ApiDocumentTest {
  private final RunningService service = PlayedService.shared().running();

  private final Api api = service.api();

  private final JsonNode document = new DocumentedApi(api).document();

  @Test
  void every_path_of_the_service_is_documented_and_every_documented_one_is_there() {
    Set<String> served = new TreeSet<>();
    for (RequestMappingHandlerMapping mapping : service.beans(RequestMappingHandlerMapping.class)) {
      mapping
          .getHandlerMethods()
          .keySet()
          .forEach(
              info ->
                  info.getPatternValues().stream()
                      .filter(pattern -> pattern.startsWith("/api/"))
                      .forEach(
                          pattern ->
                              info.getMethodsCondition()
                                  .getMethods()
                                  .forEach(
                                      method ->
                                          served.add(method + " " + pattern.replace("{*", "{")))));
    }
    // The document also under the name that it had before.
    served.remove("GET /api/v1/openapi");
    Set<String> documented = new TreeSet<>();
    document
        .path("paths")
        .properties()
        .forEach(
            path ->
                path.getValue().propertyNames().stream()
                    .filter(method -> !method.equals("parameters"))
                    .forEach(
                        method ->
                            documented.add(method.toUpperCase(Locale.ROOT) + " " + path.getKey())));

    assertThat(served).isEqualTo(documented);
  }

  @Test
  void every_kind_of_problem_is_documented() {
    Set<String> documented =
        document
            .at("/components/schemas/Problem/properties/type/enum")
            .valueStream()
            .map(JsonNode::asString)
            .collect(Collectors.toCollection(TreeSet::new));

    assertThat(documented)
        .isEqualTo(
            Arrays.stream(ProblemType.values())
                .map(type -> type.uri().toString())
                .collect(Collectors.toCollection(TreeSet::new)));
  }

  @Test
  void every_kind_of_problem_leads_to_its_description_and_is_in_the_documentation()
      throws IOException {
    String documentation = Files.readString(Path.of("../../docs/service.md"));
    for (ProblemType type : ProblemType.values()) {
      HttpResponse<String> page = api.get(type.uri().toString());
      assertThat(page.statusCode()).as(type.word()).isEqualTo(200);
      assertThat(page.body()).contains("id=\"" + type.word() + "\"", type.title());
      assertThat(documentation)
          .contains(
              "| `%s` | %d | %s. %s |"
                  .formatted(type.word(), type.status().value(), type.title(), type.advice()));
    }
    assertThat(api.get("/problems/none").statusCode()).isEqualTo(404);
  }

  @Test
  void every_state_is_documented() {
    assertThat(document.at("/components/schemas/State/enum").valueStream().map(JsonNode::asString))
        .containsExactlyElementsOf(JobState.WORDS);
  }
}
