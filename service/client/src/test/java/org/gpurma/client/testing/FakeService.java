package org.gpurma.client.testing;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A job service of which the test writes every answer. */
public final class FakeService implements AutoCloseable {

  /** What was asked; every byte of the body is one character of the text. */
  public record Request(
      String method, String target, Map<String, List<String>> headers, String text) {

    public String header(String name) {
      return headers.entrySet().stream()
          .filter(header -> header.getKey().equalsIgnoreCase(name))
          .map(header -> header.getValue().getFirst())
          .findFirst()
          .orElse(null);
    }
  }

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final List<Request> requests = new CopyOnWriteArrayList<>();
  private final Map<String, Queue<Answer>> answers = new ConcurrentHashMap<>();

  public FakeService() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    server.start();
  }

  public URI address() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  /** Answers to this path, one a request; the last one serves all further requests. */
  public FakeService on(String methodAndPath, Answer... inTurn) {
    answers.put(methodAndPath, new ArrayDeque<>(List.of(inTurn)));
    return this;
  }

  public List<Request> requests() {
    return requests;
  }

  public List<Request> requests(String path) {
    return requests.stream().filter(request -> request.target().startsWith(path)).toList();
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }

  private void handle(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getRawPath();
    requests.add(
        new Request(
            exchange.getRequestMethod(),
            exchange.getRequestURI().toString(),
            Map.copyOf(exchange.getRequestHeaders()),
            new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.ISO_8859_1)));
    answerTo(exchange.getRequestMethod() + " " + path).send(exchange);
  }

  private Answer answerTo(String methodAndPath) {
    Queue<Answer> inTurn = answers.get(methodAndPath);
    if (inTurn == null) {
      return Answer.problem(404, "{\"title\":\"Nothing here\",\"status\":404}");
    }
    synchronized (inTurn) {
      return inTurn.size() > 1 ? inTurn.remove() : inTurn.element();
    }
  }
}
