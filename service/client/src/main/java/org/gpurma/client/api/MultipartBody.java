package org.gpurma.client.api;

import java.io.FileNotFoundException;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * A multipart/form-data body (RFC 7578); files go from disk to the wire without a copy in memory.
 */
public final class MultipartBody {

  private final String boundary = "gpurma-" + UUID.randomUUID();
  private final List<BodyPublisher> pieces = new ArrayList<>();

  public MultipartBody text(String name, String contentType, String text) {
    partHeader("name=\"" + name + "\"", contentType);
    pieces.add(bytes(text + "\r\n"));
    return this;
  }

  public MultipartBody file(String name, String fileName, Path file) throws FileNotFoundException {
    partHeader(
        "name=\"" + name + "\"; filename=\"" + escaped(fileName) + "\"",
        "application/octet-stream");
    pieces.add(BodyPublishers.ofFile(file));
    pieces.add(bytes("\r\n"));
    return this;
  }

  public String contentType() {
    return "multipart/form-data; boundary=" + boundary;
  }

  public BodyPublisher publisher() {
    List<BodyPublisher> all = new ArrayList<>(pieces);
    all.add(bytes("--" + boundary + "--\r\n"));
    return BodyPublishers.concat(all.toArray(BodyPublisher[]::new));
  }

  private void partHeader(String disposition, String contentType) {
    pieces.add(
        bytes(
            "--%s\r\nContent-Disposition: form-data; %s\r\nContent-Type: %s\r\n\r\n"
                .formatted(boundary, disposition, contentType)));
  }

  /** As browsers escape the names of files. */
  private static String escaped(String fileName) {
    return fileName.replace("\"", "%22").replace("\r", "%0D").replace("\n", "%0A");
  }

  private static BodyPublisher bytes(String text) {
    return BodyPublishers.ofByteArray(text.getBytes(StandardCharsets.UTF_8));
  }
}
