package org.gpurma.client.log;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/**
 * Reads server-sent events (WHATWG HTML, section 9.2) from bytes cut anywhere. An event counts only
 * once its closing blank line is in: half of one, left by a broken stream, is never delivered.
 */
final class SseParser {

  private static final char BYTE_ORDER_MARK = '\uFEFF';

  private final Consumer<SseEvent> events;
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();
  private boolean atStart = true;
  private boolean afterCarriageReturn;

  private String name = "";
  private String id = "";
  private StringBuilder data;

  SseParser(Consumer<SseEvent> events) {
    this.events = events;
  }

  void feed(ByteBuffer bytes) {
    while (bytes.hasRemaining()) {
      byte next = bytes.get();
      if (next == '\n' && afterCarriageReturn) {
        afterCarriageReturn = false;
      } else if (next == '\n' || next == '\r') {
        afterCarriageReturn = next == '\r';
        endLine();
      } else {
        afterCarriageReturn = false;
        line.write(next);
      }
    }
  }

  private void endLine() {
    String text = line.toString(StandardCharsets.UTF_8);
    line.reset();
    if (atStart && !text.isEmpty() && text.charAt(0) == BYTE_ORDER_MARK) {
      text = text.substring(1);
    }
    atStart = false;
    if (text.isEmpty()) {
      dispatch();
    } else if (text.charAt(0) != ':') {
      field(text);
    }
  }

  private void field(String text) {
    int colon = text.indexOf(':');
    String field = colon < 0 ? text : text.substring(0, colon);
    String value = colon < 0 ? "" : text.substring(colon + 1);
    value = value.startsWith(" ") ? value.substring(1) : value;
    switch (field) {
      case "event" -> name = value;
      case "data" -> addData(value);
      case "id" -> id = value;
      default -> {
        // The standard has readers skip the fields they do not know.
      }
    }
  }

  private void addData(String value) {
    if (data == null) {
      data = new StringBuilder(value);
    } else {
      data.append('\n').append(value);
    }
  }

  private void dispatch() {
    if (data != null) {
      events.accept(new SseEvent(name.isEmpty() ? "message" : name, id, data.toString()));
    }
    data = null;
    name = "";
  }
}
