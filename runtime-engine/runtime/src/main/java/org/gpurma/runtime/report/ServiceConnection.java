package org.gpurma.runtime.report;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.gpurma.wire.Ack;
import org.gpurma.wire.Batch;

/** The calls to the service. Each says by an {@link IOException} that it may work later. */
public final class ServiceConnection {

  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(2);
  private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(20);
  private static final int OK = 200;
  private static final int NO_CONTENT = 204;
  private static final int CLIENT_ERRORS = 4;

  private final ServiceAddress address;
  private final HttpClient client =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(CONNECT_TIMEOUT)
          .build();

  public ServiceConnection(ServiceAddress address) {
    this.address = address;
  }

  /** Returns the index of the first record that the service does not hold yet. */
  long send(Batch batch) throws IOException, InterruptedException {
    HttpRequest request =
        request(address.batches())
            .header("Content-Type", "application/x-protobuf")
            .POST(HttpRequest.BodyPublishers.ofByteArray(batch.toByteArray()))
            .build();
    HttpResponse<byte[]> response = client.send(request, HttpResponse.BodyHandlers.ofByteArray());
    requireStatus(OK, response);
    return Ack.parseFrom(response.body()).getNextIndex();
  }

  void put(String file, long offset, byte[] bytes, int length)
      throws IOException, InterruptedException {
    HttpRequest request =
        request(address.output(file, offset))
            .header("Content-Type", "application/octet-stream")
            .PUT(HttpRequest.BodyPublishers.ofByteArray(bytes, 0, length))
            .build();
    requireStatus(NO_CONTENT, client.send(request, HttpResponse.BodyHandlers.ofByteArray()));
  }

  private HttpRequest.Builder request(URI uri) {
    return HttpRequest.newBuilder(uri)
        .timeout(REQUEST_TIMEOUT)
        .header("Authorization", address.authorization());
  }

  private static void requireStatus(int expected, HttpResponse<?> response) throws IOException {
    int status = response.statusCode();
    if (status == expected) {
      return;
    }
    String message = "the service answered %d to %s".formatted(status, response.uri());
    throw status / 100 == CLIENT_ERRORS ? new RefusedException(message) : new IOException(message);
  }

  /** The service understood and does not want it. */
  static final class RefusedException extends IOException {
    RefusedException(String message) {
      super(message);
    }
  }
}
