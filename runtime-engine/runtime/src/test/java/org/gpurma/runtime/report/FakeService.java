package org.gpurma.runtime.report;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.gpurma.wire.Ack;
import org.gpurma.wire.Batch;
import org.gpurma.wire.SpooledRecord;

/** The service's two internal calls, over real HTTP; it can be told to fail. */
final class FakeService implements AutoCloseable {

  private static final String ATTEMPT = "/internal/v1/jobs/job-1/attempts/1";

  private final HttpServer server;
  private final TreeMap<Long, String> stored = new TreeMap<>();
  final Map<String, byte[]> outputs = new ConcurrentHashMap<>();
  final List<String> authorizations = Collections.synchronizedList(new ArrayList<>());
  private final AtomicInteger failures = new AtomicInteger();
  private volatile int failureStatus = 503;

  FakeService(int port) throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
    server.createContext(ATTEMPT + "/batches", this::takeBatch);
    server.createContext(ATTEMPT + "/outputs/", this::takeOutput);
    server.start();
  }

  int port() {
    return server.getAddress().getPort();
  }

  static ServiceConnection connection(int port) {
    return new ServiceConnection(
        new ServiceAddress("http://127.0.0.1:" + port + ATTEMPT, "secret"));
  }

  void failNext(int requests, int status) {
    failureStatus = status;
    failures.set(requests);
  }

  /** Forgets everything, as a service whose database was restored. */
  synchronized void forget() {
    stored.clear();
  }

  synchronized List<String> stored() {
    return List.copyOf(stored.values());
  }

  @Override
  public void close() {
    server.stop(0);
  }

  private void takeBatch(HttpExchange exchange) throws IOException {
    byte[] body = exchange.getRequestBody().readAllBytes();
    authorizations.add(exchange.getRequestHeaders().getFirst("Authorization"));
    if (fails(exchange)) {
      return;
    }
    reply(
        exchange,
        200,
        Ack.newBuilder().setNextIndex(store(Batch.parseFrom(body))).build().toByteArray());
  }

  private synchronized long store(Batch batch) {
    long index = batch.getFirstIndex();
    for (SpooledRecord record : batch.getRecordsList()) {
      if (index <= stored.size()) {
        stored.putIfAbsent(index, Lines.text(record));
      }
      index++;
    }
    return stored.size();
  }

  private void takeOutput(HttpExchange exchange) throws IOException {
    byte[] body = exchange.getRequestBody().readAllBytes();
    if (fails(exchange)) {
      return;
    }
    String path = exchange.getRequestURI().toString();
    outputs.put(path.substring(path.indexOf("/outputs/") + 9), body);
    reply(exchange, 204, new byte[0]);
  }

  private boolean fails(HttpExchange exchange) throws IOException {
    if (failures.get() == 0) {
      return false;
    }
    failures.decrementAndGet();
    reply(exchange, failureStatus, new byte[0]);
    return true;
  }

  private static void reply(HttpExchange exchange, int status, byte[] body) throws IOException {
    exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }
}
