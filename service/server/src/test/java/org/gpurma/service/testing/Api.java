package org.gpurma.service.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The service's API as a user with curl has it. */
public record Api(String url) {
  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static final JsonMapper JSON = JsonMapper.shared();
  private static final Set<String> ENDED = Set.of("SUCCEEDED", "FAILED", "CANCELLED");

  /** Long enough on a machine that others use, too: whoever waits longer waits for ever. */
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private static final Duration LOOK_AGAIN = Duration.ofMillis(20);
  private static final Duration LOOK_AGAIN_AT_LAST = Duration.ofMillis(250);

  public HttpResponse<String> get(String path, String... headers) {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url + path));
    return send(headers.length == 0 ? request.build() : request.headers(headers).build());
  }

  public HttpResponse<String> post(String path, String contentType, String body) {
    return send(
        HttpRequest.newBuilder(URI.create(url + path))
            .header("Content-Type", contentType)
            .POST(BodyPublishers.ofString(body))
            .build());
  }

  /** A POST without a body. */
  public HttpResponse<String> command(String path, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(url + path)).POST(BodyPublishers.noBody());
    return send(headers.length == 0 ? request.build() : request.headers(headers).build());
  }

  public HttpResponse<String> submit(String spec, String query, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(url + "/api/v1/jobs" + query))
            .header("Content-Type", "application/yaml")
            .POST(BodyPublishers.ofString(spec));
    return send(headers.length == 0 ? request.build() : request.headers(headers).build());
  }

  public HttpResponse<String> submit(String spec, SlowBody body) {
    return send(
        HttpRequest.newBuilder(URI.create(url + "/api/v1/jobs"))
            .header("Content-Type", "application/yaml")
            .expectContinue(true)
            .POST(body.of(spec.getBytes(StandardCharsets.UTF_8)))
            .build());
  }

  /** The id of a job that must be taken. */
  public String submitted(String spec) {
    HttpResponse<String> response = submit(spec, "");
    if (response.statusCode() != 201) {
      throw new AssertionError("not taken: " + response.body());
    }
    return json(response).path("id").asString();
  }

  public JsonNode job(String id) {
    return json(get("/api/v1/jobs/" + id));
  }

  public JsonNode ended(String id) {
    return ended(id, PATIENCE);
  }

  /**
   * @param limit longer where it waits behind other jobs
   */
  public JsonNode ended(String id, Duration limit) {
    return await(
        id,
        job -> ENDED.contains(job.path("status").path("state").asString()),
        limit,
        Api::everLonger);
  }

  /** For what stays as it is once it has come: to look is work for the service, too. */
  private static Duration everLonger(Duration waited) {
    Duration pause = waited.dividedBy(20);
    if (pause.compareTo(LOOK_AGAIN) < 0) {
      return LOOK_AGAIN;
    }
    return pause.compareTo(LOOK_AGAIN_AT_LAST) < 0 ? pause : LOOK_AGAIN_AT_LAST;
  }

  public JsonNode await(String id, Predicate<JsonNode> wanted) {
    return await(id, wanted, PATIENCE, _ -> LOOK_AGAIN);
  }

  private JsonNode await(
      String id, Predicate<JsonNode> wanted, Duration limit, UnaryOperator<Duration> pause) {
    Instant begin = Instant.now();
    JsonNode job = job(id);
    while (!wanted.test(job)) {
      Duration waited = Duration.between(begin, Instant.now());
      if (waited.compareTo(limit) > 0) {
        throw new AssertionError("not within " + limit + ": " + job.toPrettyString());
      }
      pause(pause.apply(waited));
      job = job(id);
    }
    return job;
  }

  /** Nodes are probed behind a service that has started; until then a job would wait for them. */
  public void awaitSchedulableNodes() {
    Instant deadline = Instant.now().plus(PATIENCE);
    JsonNode nodes = json(get("/api/v1/cluster")).path("nodes");
    while (!nodes.valueStream().allMatch(node -> node.path("schedulable").asBoolean())) {
      if (Instant.now().isAfter(deadline)) {
        throw new AssertionError(
            "not schedulable within " + PATIENCE + ": " + nodes.toPrettyString());
      }
      pause(LOOK_AGAIN);
      nodes = json(get("/api/v1/cluster")).path("nodes");
    }
  }

  public JsonNode awaitState(String id, String state) {
    return await(id, job -> job.path("status").path("state").asString().equals(state));
  }

  private static void pause(Duration length) {
    try {
      Thread.sleep(length);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Every event of a stream that ends by itself, as the id and the data. */
  public List<ServerSentEvent> events(String id, String query, String... headers) {
    String[] all = new String[headers.length + 2];
    all[0] = "Accept";
    all[1] = "text/event-stream";
    System.arraycopy(headers, 0, all, 2, headers.length);
    return ServerSentEvent.parse(get("/api/v1/jobs/" + id + "/logs" + query, all).body());
  }

  public static JsonNode json(HttpResponse<String> response) {
    return JSON.readTree(response.body());
  }

  public HttpResponse<String> send(HttpRequest request) {
    try {
      return HTTP.send(request, BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
