package org.gpurma.client.testing;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** One answer of a {@link FakeService}. */
@FunctionalInterface
public interface Answer {

  /** Longer than any answer here: a body of this length never comes whole. */
  long NEVER_REACHED = 1 << 30;

  void send(HttpExchange exchange) throws IOException;

  static Answer json(int status, String body) {
    return of(status, "application/json", body);
  }

  static Answer problem(int status, String body) {
    return of(status, "application/problem+json", body);
  }

  static Answer of(int status, String type, String body) {
    return exchange -> {
      byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().add("Content-Type", type);
      exchange.sendResponseHeaders(status, bytes.length);
      exchange.getResponseBody().write(bytes);
      exchange.close();
    };
  }

  /** No answer comes. */
  static Answer broken() {
    return exchange -> {
      throw new IOException("broken on purpose");
    };
  }

  static Answer events(String stream) {
    return of(200, "text/event-stream", stream);
  }

  /** The connection breaks behind these bytes. */
  static Answer brokenEvents(String stream) {
    return exchange -> {
      start(exchange, stream);
      throw new IOException("broken on purpose");
    };
  }

  /** Nothing comes behind these bytes, and the connection stays open. */
  static Answer silentEvents(String stream, Duration silence) {
    return exchange -> {
      start(exchange, stream);
      try {
        Thread.sleep(silence);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    };
  }

  private static void start(HttpExchange exchange, String stream) throws IOException {
    exchange.getResponseHeaders().add("Content-Type", "text/event-stream");
    exchange.sendResponseHeaders(200, NEVER_REACHED);
    OutputStream body = exchange.getResponseBody();
    body.write(stream.getBytes(StandardCharsets.UTF_8));
    body.flush();
  }
}
