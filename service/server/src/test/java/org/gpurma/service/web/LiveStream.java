package org.gpurma.service.web;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;

/** Reads an event stream as it comes. */
final class LiveStream implements AutoCloseable {
  private final HttpURLConnection connection;
  private final BufferedReader reader;

  LiveStream(String url) throws IOException {
    connection = (HttpURLConnection) URI.create(url).toURL().openConnection();
    connection.setRequestProperty("Accept", "text/event-stream");
    connection.setReadTimeout(20_000);
    reader =
        new BufferedReader(
            new InputStreamReader(connection.getInputStream(), StandardCharsets.UTF_8));
  }

  /** The text of the next log event. */
  String nextText() throws IOException {
    String line = reader.readLine();
    while (line != null && !line.startsWith("data: ")) {
      line = reader.readLine();
    }
    return line == null ? "" : line.replaceFirst(".*\"text\":\"([^\"]*)\".*", "$1");
  }

  String rest() {
    return reader.lines().collect(Collectors.joining("\n"));
  }

  @Override
  public void close() {
    connection.disconnect();
  }
}
