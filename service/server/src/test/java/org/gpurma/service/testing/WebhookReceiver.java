package org.gpurma.service.testing;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CopyOnWriteArrayList;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** An address that is told of events. */
public final class WebhookReceiver implements AutoCloseable {
  public record Received(String id, String timestamp, String signature, String body) {
    public JsonNode event() {
      return JsonMapper.shared().readTree(body);
    }
  }

  private final HttpServer server;
  private final List<Received> received = new CopyOnWriteArrayList<>();
  private final Queue<Integer> answers = new ArrayDeque<>();

  /** Answers with these statuses, one a request, and then with 204. */
  public WebhookReceiver(Integer... inTurn) {
    answers.addAll(List.of(inTurn));
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.createContext("/", this::take);
    server.start();
  }

  private void take(HttpExchange exchange) throws IOException {
    var headers = exchange.getRequestHeaders();
    received.add(
        new Received(
            headers.getFirst("webhook-id"),
            headers.getFirst("webhook-timestamp"),
            headers.getFirst("webhook-signature"),
            new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8)));
    Integer answer = answers.poll();
    exchange.sendResponseHeaders(answer == null ? 204 : answer, -1);
    exchange.close();
  }

  public String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/hook";
  }

  public List<Received> await(int count) {
    Instant deadline = Instant.now().plus(Duration.ofSeconds(60));
    while (received.size() < count) {
      if (Instant.now().isAfter(deadline)) {
        throw new AssertionError("only " + received);
      }
      try {
        Thread.sleep(20);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
    return List.copyOf(received);
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
