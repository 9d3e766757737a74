package org.gpurma.client.api;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Requests to one service. Whatever is not a success comes back as an {@link ApiException}. */
public final class Api implements AutoCloseable {

  private static final Duration CONNECT_LIMIT = Duration.ofSeconds(5);
  private static final Duration ANSWER_LIMIT = Duration.ofSeconds(60);
  private static final Duration UPLOAD_LIMIT = Duration.ofMinutes(10);

  private final URI service;
  private final HttpClient http;
  private final JsonMapper json = Json.mapper();

  public Api(URI service) {
    this.service = service;
    this.http =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT_LIMIT)
            .build();
  }

  public URI service() {
    return service;
  }

  public URI uri(String path) {
    String base = service.toString();
    return URI.create((base.endsWith("/") ? base.substring(0, base.length() - 1) : base) + path);
  }

  public <T> T get(String path, Class<T> type) {
    return exchange(request(path).timeout(ANSWER_LIMIT).GET(), type);
  }

  public <T> T post(String path, Class<T> type) {
    return exchange(request(path).timeout(ANSWER_LIMIT).POST(BodyPublishers.noBody()), type);
  }

  public <T> T post(String path, String contentType, BodyPublisher body, Class<T> type) {
    return exchange(
        request(path).timeout(UPLOAD_LIMIT).header("Content-Type", contentType).POST(body), type);
  }

  /** Opens a body that is read piece by piece; the caller closes it. */
  public ByteChunks open(HttpRequest.Builder request) {
    HttpResponse<ByteChunks> response = send(request.build(), info -> new ByteChunks());
    if (isSuccess(response)) {
      return response.body();
    }
    try (ByteChunks body = response.body()) {
      throw new ProblemException(problem(response.statusCode(), body.readAll(ANSWER_LIMIT)));
    } catch (IOException e) {
      throw new UnreachableException(service, e);
    }
  }

  public HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(uri(path))
        .header("Accept", "application/json, application/problem+json");
  }

  public <T> T read(String document, Class<T> type) {
    try {
      return json.readValue(document, type);
    } catch (JacksonException e) {
      throw new ProblemException(notOurs(e));
    }
  }

  @Override
  public void close() {
    http.shutdownNow();
  }

  private <T> T exchange(HttpRequest.Builder request, Class<T> type) {
    HttpResponse<byte[]> response = send(request.build(), BodyHandlers.ofByteArray());
    if (!isSuccess(response)) {
      throw new ProblemException(problem(response.statusCode(), response.body()));
    }
    try {
      return json.readValue(response.body(), type);
    } catch (JacksonException e) {
      throw new ProblemException(notOurs(e));
    }
  }

  private <T> HttpResponse<T> send(HttpRequest request, BodyHandler<T> handler) {
    try {
      return http.send(request, handler);
    } catch (IOException e) {
      throw new UnreachableException(service, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UnreachableException(service, e);
    }
  }

  private static boolean isSuccess(HttpResponse<?> response) {
    return response.statusCode() / 100 == 2;
  }

  private Problem problem(int status, byte[] body) {
    try {
      Problem problem = json.readValue(body, Problem.class);
      return problem.status() == 0 ? Problem.withoutDetails(status) : problem;
    } catch (JacksonException e) {
      // A proxy in between, or something else than the job service, answers in its own way.
      return Problem.withoutDetails(status);
    }
  }

  private Problem notOurs(JacksonException cause) {
    return new Problem(
        "about:blank",
        service + " does not answer as a GPU RMA job service does",
        200,
        cause.getOriginalMessage(),
        null);
  }
}
