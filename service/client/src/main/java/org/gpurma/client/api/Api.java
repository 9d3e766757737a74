package org.gpurma.client.api;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Requests to one service. Whatever is not a success comes back as an {@link ApiException}. */
public final class Api implements AutoCloseable {

  private static final Duration CONNECT_LIMIT = Duration.ofSeconds(5);
  private static final Duration ANSWER_LIMIT = Duration.ofSeconds(60);
  private static final Duration UPLOAD_LIMIT = Duration.ofMinutes(10);
  private static final int TRIES = 4;
  private static final Duration BETWEEN_TRIES = Duration.ofMillis(500);

  private final URI service;
  private final Optional<String> key;
  private final HttpClient http;
  private final JsonMapper json = Json.mapper();

  public Api(URI service) {
    this(service, Optional.empty());
  }

  /**
   * @param key sent with every request
   */
  public Api(URI service, Optional<String> key) {
    this.service = service;
    this.key = key;
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

  public void delete(String path) {
    checked(send(request(path).timeout(ANSWER_LIMIT).DELETE().build(), BodyHandlers.ofByteArray()));
  }

  public <T> T post(String path, Object body, Class<T> type) {
    byte[] document = json.writeValueAsBytes(body);
    return exchange(
        request(path)
            .timeout(ANSWER_LIMIT)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofByteArray(document)),
        type);
  }

  public <T> T post(String path, MultipartBody body, Class<T> type) {
    return exchange(upload(path, body), type);
  }

  /**
   * Sends it until it is answered, within reason: the service does under one key once what it is
   * asked for.
   */
  public <T> T postOnce(String path, MultipartBody body, String key, Class<T> type) {
    for (int tries = 1; ; tries++) {
      try {
        return exchange(upload(path, body).header("Idempotency-Key", key), type);
      } catch (UnreachableException e) {
        if (tries == TRIES || e.getCause() instanceof ConnectException) {
          throw e;
        }
      } catch (ProblemException e) {
        if (tries == TRIES || !mayBeTriedAgain(e)) {
          throw e;
        }
      }
      pause();
    }
  }

  private static boolean mayBeTriedAgain(ProblemException e) {
    return e.isTransient() || e.problem().isOfKind("submission-in-flight");
  }

  private HttpRequest.Builder upload(String path, MultipartBody body) {
    return request(path)
        .timeout(UPLOAD_LIMIT)
        .header("Content-Type", body.contentType())
        .POST(body.publisher());
  }

  private void pause() {
    try {
      Thread.sleep(BETWEEN_TRIES);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UnreachableException(service, new IOException(e));
    }
  }

  /** A body of any size, into a file. */
  public void download(String path, Path file) {
    HttpRequest request = request(path).setHeader("Accept", "*/*").timeout(UPLOAD_LIMIT).build();
    checked(
        send(
            request,
            info ->
                isSuccess(info.statusCode())
                    ? BodySubscribers.mapping(BodySubscribers.ofFile(file), _ -> new byte[0])
                    : BodySubscribers.ofByteArray()));
  }

  /** Opens a body that is read piece by piece; the caller closes it. */
  public ByteChunks open(HttpRequest.Builder request) {
    HttpResponse<ByteChunks> response = send(request.build(), info -> new ByteChunks());
    if (isSuccess(response.statusCode())) {
      return response.body();
    }
    try (ByteChunks body = response.body()) {
      throw new ProblemException(problem(response.statusCode(), body.readAll(ANSWER_LIMIT)));
    } catch (IOException e) {
      throw new UnreachableException(service, e);
    }
  }

  public HttpRequest.Builder request(String path) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(uri(path))
            .header(
                "Accept", "application/json, application/schema+json, application/problem+json");
    return key.isEmpty() ? request : request.header("Authorization", "Bearer " + key.get());
  }

  public <T> T read(String document, Class<T> type) {
    try {
      return json.readValue(document, type);
    } catch (JacksonException e) {
      throw new ProblemException(notOurs(e));
    }
  }

  /** As the type that a document turned out to be of. */
  public <T> T convert(JsonNode document, Class<T> type) {
    try {
      return json.treeToValue(document, type);
    } catch (JacksonException e) {
      throw new ProblemException(notOurs(e));
    }
  }

  @Override
  public void close() {
    http.shutdownNow();
  }

  private <T> T exchange(HttpRequest.Builder request, Class<T> type) {
    byte[] document = checked(send(request.build(), BodyHandlers.ofByteArray()));
    try {
      return json.readValue(document, type);
    } catch (JacksonException e) {
      throw new ProblemException(notOurs(e));
    }
  }

  private byte[] checked(HttpResponse<byte[]> response) {
    if (!isSuccess(response.statusCode())) {
      throw new ProblemException(problem(response.statusCode(), response.body()));
    }
    return response.body();
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

  private static boolean isSuccess(int status) {
    return status / 100 == 2;
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
