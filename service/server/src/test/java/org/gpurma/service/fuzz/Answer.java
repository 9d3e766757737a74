package org.gpurma.service.fuzz;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What the service sent back.
 *
 * @param statusLine empty where the connection was closed: it was no HTTP at all, or announced more
 *     than it sent; and where the answer has none, as that to a request of HTTP/0.9 has
 * @param rest headers and body of a refusal, or what there is without a status line; nothing else
 *     is waited for
 */
record Answer(String statusLine, String rest) {
  private static final int STATUS_AT = "HTTP/1.1 ".length();

  /** The answer to a request whose first line was damaged there. */
  private static final int HTTP_OF_NO_KNOWN_VERSION = 505;

  private static final Pattern STATUS_LINE = Pattern.compile("HTTP/1\\.1 \\d{3}.*");
  private static final int LONGEST = 8000;

  /** Words of the implementation, that say nothing to who wrote the request. */
  private static final Pattern INSIDES =
      Pattern.compile(
          "\\b(java|jackson|org\\.(springframework|apache|gpurma)|com)\\.[a-z]|Exception\\b|\\$[A-Z]");

  /** A page of the server that gives the status which no line before it could. */
  private static final Pattern FAILURE_PAGE = Pattern.compile("HTTP Status 5\\d\\d");

  /**
   * @throws IOException also where it has no status line, though the request named a version
   */
  static Answer read(InputStream in, byte[] request) throws IOException {
    String line = line(in);
    while (line.startsWith("HTTP/1.1 1")) {
      // Go on; the empty line behind it ends what is no answer yet.
      line(in);
      line = line(in);
    }
    if (line.isEmpty() || STATUS_LINE.matcher(line).matches()) {
      return new Answer(line, refused(line) ? all(in) : "");
    }
    if (namesVersion(request)) {
      throw new IOException("an answer without a status line: " + line);
    }
    return new Answer("", line + all(in));
  }

  /** Whether its first line has a third word; one without is of HTTP/0.9. */
  static boolean namesVersion(byte[] request) {
    String text = new String(request, StandardCharsets.ISO_8859_1);
    return text.stripLeading().lines().findFirst().orElse("").split("[ \t]+").length > 2;
  }

  private static boolean refused(String line) {
    return line.startsWith("HTTP/1.1 4") || line.startsWith("HTTP/1.1 5");
  }

  private static String line(InputStream in) throws IOException {
    var line = new StringBuilder();
    try {
      int character = in.read();
      while (character >= 0 && character != '\r') {
        if (character != '\n') {
          line.append((char) character);
        }
        character = in.read();
      }
    } catch (SocketException _) {
      // Reset: what came before counts.
    }
    return line.toString();
  }

  private static String all(InputStream in) throws IOException {
    var all = new ByteArrayOutputStream();
    try {
      in.transferTo(all);
    } catch (SocketException _) {
      // Reset: what came before counts.
    }
    // Each character is a byte, as chunks count them.
    return all.toString(StandardCharsets.ISO_8859_1);
  }

  /** Of the first answer: where a length was damaged, what is left counts as another request. */
  private static String body(String rest) {
    int end = rest.indexOf("\r\n\r\n");
    String content = rest.substring(end + 4);
    return rest.substring(0, end).toLowerCase(Locale.ROOT).contains("transfer-encoding: chunked")
        ? unchunked(content)
        : content;
  }

  private static String unchunked(String content) {
    var whole = new StringBuilder();
    int at = 0;
    while (content.indexOf("\r\n", at) > at) {
      int begin = content.indexOf("\r\n", at) + 2;
      int length = Integer.parseInt(content.substring(at, begin - 2).strip(), 16);
      if (length == 0 || begin + length > content.length()) {
        break;
      }
      whole.append(content, begin, begin + length);
      at = begin + length + 2;
    }
    return whole.toString();
  }

  int status() {
    return statusLine.isEmpty()
        ? 0
        : Integer.parseInt(statusLine.substring(STATUS_AT, STATUS_AT + 3));
  }

  /** What is wrong with it: a failure, or a refusal that does not say what to change. */
  Optional<String> fault() {
    if (status() >= 500 && status() != HTTP_OF_NO_KNOWN_VERSION) {
      return Optional.of(statusLine);
    }
    if (statusLine.isEmpty() && FAILURE_PAGE.matcher(rest).find()) {
      return Optional.of(rest);
    }
    if (!rest.contains("application/problem+json")) {
      return Optional.empty();
    }
    String body = body(rest);
    if (body.isEmpty()) {
      // It was asked for the head alone.
      return Optional.empty();
    }
    JsonNode problem = JsonMapper.shared().readTree(body.getBytes(StandardCharsets.ISO_8859_1));
    Stream<String> errors =
        problem.path("errors").valueStream().map(error -> message(error)).flatMap(Optional::stream);
    return Stream.concat(faults(problem), errors).findFirst();
  }

  private static Stream<String> faults(JsonNode problem) {
    boolean named = problem.path("type").asString("").startsWith("/problems/");
    boolean listed =
        !problem.path("type").asString("").endsWith("/invalid-job-spec")
            || !problem.path("errors").isEmpty();
    return Stream.concat(
        named && listed ? Stream.empty() : Stream.of(problem.toString()),
        unclear(problem.path("detail").asString("")).stream());
  }

  private static Optional<String> message(JsonNode error) {
    return error.path("pointer").asString("none").matches("(?s)|/.*")
        ? unclear(error.path("message").asString(""))
        : Optional.of("without a place: " + error);
  }

  private static Optional<String> unclear(String message) {
    return message.isBlank() || message.length() > LONGEST || INSIDES.matcher(message).find()
        ? Optional.of("unclear: " + message)
        : Optional.empty();
  }
}
