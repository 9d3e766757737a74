package org.gpurma.service.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.gpurma.service.security.FirstKey;
import org.gpurma.service.testing.Api;
import org.gpurma.service.testing.FakeLauncher;
import org.gpurma.service.testing.RunningService;
import org.gpurma.service.testing.Specs;
import org.gpurma.service.testing.TestBundle;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;
import tools.jackson.databind.JsonNode;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AccessTest {
  private Path data;

  private RunningService service;
  private String admin;

  @BeforeAll
  void start(@TempDir Path folder) throws IOException {
    data = folder.resolve("data");
    service =
        new RunningService(
            data,
            TestBundle.in(folder),
            new FakeLauncher(),
            "--gpurma.security.keys=required",
            "--gpurma.scheduling.projects.weather.weight=1",
            "--gpurma.scheduling.projects.ocean.weight=1");
    admin = Files.readString(data.resolve(FirstKey.FILE)).strip();
  }

  @AfterAll
  void stop() {
    service.close();
  }

  private HttpResponse<String> send(String method, String path, String key, String body) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(service.api().url() + path))
            .method(method, BodyPublishers.ofString(body))
            .header(
                "Content-Type",
                path.contains("/jobs") || path.contains("plans")
                    ? "application/yaml"
                    : "application/json");
    if (!key.isEmpty()) {
      request.header("Authorization", "Bearer " + key);
    }
    return service.api().send(request.build());
  }

  private int status(String method, String path, String key) {
    return send(method, path, key, "").statusCode();
  }

  private JsonNode issue(String scope) {
    HttpResponse<String> response =
        send("POST", "/api/v1/keys", admin, "{\"name\":\"t\"," + scope + "}");
    assertThat(response.statusCode()).as(response.body()).isEqualTo(201);
    return Api.json(response);
  }

  private String key(String scope) {
    return issue(scope).path("text").asString();
  }

  private String submit(String key, String project) {
    HttpResponse<String> response = send("POST", "/api/v1/jobs?hold=true", key, in(project));
    assertThat(response.statusCode()).as(response.body()).isEqualTo(201);
    return Api.json(response).path("id").asString();
  }

  private static String in(String project) {
    return Specs.HELLO.replace("name: hello-world", "name: hello-world, project: " + project);
  }

  /** A method and a path of the service. */
  private record Route(String method, String pattern) {
    String path(String id) {
      return pattern
          .replace("{id}", id)
          .replace("{job}", id)
          .replace("{attempt}", "1")
          .replaceAll("\\{\\*?\\w+}", "x");
    }
  }

  /** For everybody, or, for runtime processes, guarded by the token of their attempt. */
  private static final Set<String> OPEN =
      Set.of(
          "/api/v1/openapi",
          "/api/v1/openapi.yaml",
          "/api/v1/job-spec.schema.json",
          "/api/v1/session",
          "/problems",
          "/problems/{name}",
          "/cluster",
          "/new",
          "/jobs/{id}",
          "/internal/v1/jobs/{job}/attempts/{attempt}/batches",
          "/internal/v1/jobs/{job}/attempts/{attempt}/outputs/{file}",
          "/error");

  /** What the service itself has told the framework to serve. */
  private List<Route> routes() {
    return service.beans(RequestMappingHandlerMapping.class).stream()
        .flatMap(mapping -> mapping.getHandlerMethods().keySet().stream())
        .flatMap(
            info ->
                info.getPatternValues().stream()
                    .flatMap(
                        pattern ->
                            methods(info.getMethodsCondition().getMethods())
                                .map(method -> new Route(method, pattern))))
        .filter(route -> !route.pattern().startsWith("/actuator"))
        .distinct()
        .toList();
  }

  /** None means all. */
  private static Stream<String> methods(Set<RequestMethod> methods) {
    return methods.isEmpty() ? Stream.of("GET", "POST") : methods.stream().map(RequestMethod::name);
  }

  /** Said here once more, so that a route that is let through by mistake is seen. */
  private static String verb(Route route) {
    if (route.pattern().startsWith("/api/v1/keys")) {
      return "admin";
    }
    if (route.method().equals("GET")) {
      return "read";
    }
    if (route.pattern().equals("/api/v1/jobs") || route.pattern().equals("/api/v1/plans")) {
      return "submit";
    }
    return route.pattern().matches("/api/v1/(jobs|arrays)/.*") ? "control" : "admin";
  }

  @Test
  void every_route_and_stream_needs_its_verb_and_nothing_else() {
    List<String> verbs = List.of("read", "submit", "control", "admin");
    Map<String, String> keys =
        verbs.stream()
            .collect(Collectors.toMap(verb -> verb, verb -> key("\"verbs\":[\"" + verb + "\"]")));
    List<Route> guarded =
        routes().stream().filter(route -> !OPEN.contains(route.pattern())).toList();

    assertThat(guarded).hasSizeGreaterThan(25);
    for (Route route : guarded) {
      String path = route.path("none-1");
      assertThat(status(route.method(), path, "")).as("%s without a key", route).isEqualTo(401);
      for (String verb : verbs) {
        int status = status(route.method(), path, keys.get(verb));
        if (verb.equals(verb(route))) {
          assertThat(status).as("%s with %s", route, verb).isNotIn(401, 403);
        } else {
          assertThat(status).as("%s with %s", route, verb).isEqualTo(403);
        }
      }
    }
    for (String type : List.of("text/event-stream", "application/x-ndjson", "text/plain")) {
      assertThat(stream(type, "")).as(type).isEqualTo(401);
      assertThat(stream(type, keys.get("submit"))).as(type).isEqualTo(403);
    }
  }

  private int stream(String type, String key) {
    return service
        .api()
        .get("/api/v1/jobs/none-1/logs", "Accept", type, "Authorization", "Bearer " + key)
        .statusCode();
  }

  @Test
  void whatever_is_asked_of_a_job_of_another_project_it_is_not_there() {
    String id = submit(admin, "weather");
    String ocean =
        key("\"verbs\":[\"read\",\"submit\",\"control\",\"admin\"],\"projects\":[\"ocean\"]");
    List<Route> ofJobs =
        routes().stream()
            .filter(route -> route.pattern().matches("/api/v1/(jobs|arrays)/\\{id}.*"))
            .toList();

    assertThat(ofJobs).hasSizeGreaterThan(15);
    for (Route route : ofJobs) {
      assertThat(status(route.method(), route.path(id), ocean)).as("%s", route).isEqualTo(404);
    }
    assertThat(status("GET", "/api/v1/jobs/" + id, admin)).isEqualTo(200);
  }

  @Test
  void what_is_open_says_nothing_of_jobs_and_paths_written_otherwise_open_nothing() {
    for (Route route : routes()) {
      if (OPEN.contains(route.pattern()) && route.pattern().startsWith("/internal/")) {
        assertThat(status(route.method(), route.path("none-1"), ""))
            .as("%s", route)
            .isIn(401, 404, 415);
      }
    }
    assertThat(status("GET", "/api/v1/%6bobs", "")).isEqualTo(404);
    assertThat(status("GET", "/api/v1/%6aobs", "")).isEqualTo(401);
    assertThat(status("GET", "/api/v1/jobs;x=1", "")).isEqualTo(401);
    assertThat(status("GET", "/actuator/prometheus", "")).isEqualTo(401);
    assertThat(status("GET", "/actuator/%70rometheus", "")).isEqualTo(401);
    assertThat(status("GET", "/actuator/health", "")).isEqualTo(200);
    assertThat(status("GET", "/", "")).isEqualTo(200);
  }

  @Test
  void a_wrong_key_is_none() {
    assertThat(status("GET", "/api/v1/jobs", "gpurma_" + "0".repeat(12) + "_" + "0".repeat(64)))
        .isEqualTo(401);
    assertThat(status("GET", "/api/v1/jobs", "hello")).isEqualTo(401);
    String last = admin.endsWith("0") ? "1" : "0";
    assertThat(status("GET", "/api/v1/jobs", admin.substring(0, admin.length() - 1) + last))
        .isEqualTo(401);
    HttpResponse<String> refused = send("GET", "/api/v1/jobs", "", "");
    assertThat(refused.headers().firstValue("WWW-Authenticate")).contains("Bearer");
    assertThat(Api.json(refused).path("type").asString()).endsWith("/unauthorized");
    assertThat(status("GET", "/api/v1/jobs", admin)).isEqualTo(200);
  }

  @Test
  void a_key_allows_its_verbs_and_no_others() {
    String reader = key("\"verbs\":[\"read\"]");
    String id = submit(admin, "weather");

    assertThat(status("GET", "/api/v1/jobs/" + id, reader)).isEqualTo(200);
    assertThat(status("GET", "/actuator/prometheus", reader)).isEqualTo(200);
    HttpResponse<String> refused = send("POST", "/api/v1/jobs", reader, in("weather"));
    assertThat(refused.statusCode()).isEqualTo(403);
    assertThat(Api.json(refused).path("detail").asString())
        .isEqualTo("The key 't' does not allow to submit");
    assertThat(status("POST", "/api/v1/jobs/" + id + "/cancel", reader)).isEqualTo(403);
    assertThat(status("GET", "/api/v1/keys", reader)).isEqualTo(403);

    String submitter = key("\"verbs\":[\"submit\"]");
    submit(submitter, "weather");
    assertThat(status("GET", "/api/v1/jobs", submitter)).isEqualTo(403);
    assertThat(status("GET", "/actuator/prometheus", submitter)).isEqualTo(403);

    String controller = key("\"verbs\":[\"control\"]");
    assertThat(status("POST", "/api/v1/jobs/" + id + "/cancel", controller)).isEqualTo(202);
  }

  @Test
  void the_jobs_of_other_projects_are_not_there_for_a_key() {
    String weather = key("\"verbs\":[\"read\",\"submit\",\"control\"],\"projects\":[\"weather\"]");
    String ours = submit(weather, "weather");
    String theirs = submit(admin, "ocean");

    assertThat(status("GET", "/api/v1/jobs/" + ours, weather)).isEqualTo(200);
    for (String path :
        List.of(
            "",
            "/spec",
            "/events",
            "/logs",
            "/logs/page",
            "/logs/text",
            "/outputs",
            "/notifications")) {
      assertThat(status("GET", "/api/v1/jobs/" + theirs + path, weather)).as(path).isEqualTo(404);
    }
    assertThat(status("POST", "/api/v1/jobs/" + theirs + "/cancel", weather)).isEqualTo(404);
    for (String query : List.of("", "?project=ocean", "?state=QUEUED", "?name=hello-world")) {
      assertThat(send("GET", "/api/v1/jobs" + query, weather, "").body())
          .as(query)
          .contains("\"items\"")
          .doesNotContain(theirs, "\"ocean\"");
    }
    assertThat(send("GET", "/api/v1/jobs", weather, "").body()).contains(ours);
    assertThat(send("GET", "/api/v1/jobs", admin, "").body()).contains(ours, theirs);
    HttpResponse<String> refused = send("POST", "/api/v1/jobs", weather, in("ocean"));
    assertThat(refused.statusCode()).isEqualTo(422);
    assertThat(refused.body()).contains("/metadata/project", "the key is for weather");
  }

  @Test
  void a_rotated_key_is_followed_by_one_that_may_do_the_same() {
    JsonNode old = issue("\"verbs\":[\"read\"],\"projects\":[\"weather\"]");
    String path = "/api/v1/keys/" + old.at("/key/id").asString();
    String text = old.path("text").asString();

    HttpResponse<String> rotated = send("POST", path + "/rotate?overlapHours=1", admin, "");
    assertThat(rotated.statusCode()).isEqualTo(201);
    JsonNode fresh = Api.json(rotated);
    assertThat(fresh.at("/key/projects/0").asString()).isEqualTo("weather");
    assertThat(status("GET", "/api/v1/jobs", text)).isEqualTo(200);
    assertThat(status("GET", "/api/v1/jobs", fresh.path("text").asString())).isEqualTo(200);

    assertThat(status("DELETE", path, admin)).isEqualTo(204);
    assertThat(status("GET", "/api/v1/jobs", text)).isEqualTo(401);
    assertThat(status("DELETE", path, admin)).isEqualTo(404);
    assertThat(status("POST", path + "/rotate", admin)).isEqualTo(404);
  }

  @Test
  void secrets_are_neither_stored_nor_shown_again() throws IOException {
    JsonNode issued = issue("\"verbs\":[\"read\"]");
    String secret = issued.path("text").asString().split("_")[2];

    assertThat(send("GET", "/api/v1/keys", admin, "").body())
        .contains(issued.at("/key/id").asString())
        .doesNotContain(secret, "secretHash");
    try (Stream<Path> files = Files.walk(data)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        assertThat(Files.readString(file, StandardCharsets.ISO_8859_1))
            .as(file.toString())
            .doesNotContain(secret);
      }
    }
    assertThat(
            PosixFilePermissions.toString(
                Files.getPosixFilePermissions(data.resolve(FirstKey.FILE))))
        .isEqualTo("rw-------");
  }

  @Test
  void a_key_that_is_asked_for_wrongly_is_refused_with_what_to_change() {
    for (String body :
        List.of(
            "{}",
            "{\"name\":\"x\"}",
            "{\"name\":\"x\",\"verbs\":[\"fly\"]}",
            "{\"name\":\"x\",\"verbs\":[\"read\"],\"projects\":[\"A,b\"]}",
            "{\"name\":\"x\",\"verbs\":[\"read\"],\"days\":0}",
            "[")) {
      assertThat(send("POST", "/api/v1/keys", admin, body).statusCode()).as(body).isEqualTo(400);
    }
  }

  @Test
  void a_browser_keeps_the_key_in_a_cookie_that_scripts_cannot_read() {
    HttpResponse<String> begun = send("POST", "/api/v1/session", "", "{\"key\":\"" + admin + "\"}");
    assertThat(begun.statusCode()).isEqualTo(204);
    String cookie = begun.headers().firstValue("Set-Cookie").orElseThrow();
    assertThat(cookie).contains("HttpOnly", "SameSite=Strict");

    assertThat(service.api().get("/api/v1/jobs", "Cookie", cookie.split(";")[0]).statusCode())
        .isEqualTo(200);
    assertThat(send("POST", "/api/v1/session", "", "{\"key\":\"x\"}").statusCode()).isEqualTo(401);
  }
}
