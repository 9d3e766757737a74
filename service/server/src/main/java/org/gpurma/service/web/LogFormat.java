package org.gpurma.service.web;

import org.gpurma.service.joblog.LogLine;
import org.springframework.http.MediaType;

/** How a log travels. The first that a client accepts is taken. */
enum LogFormat {
  TEXT(MediaType.TEXT_PLAIN, "text/plain;charset=UTF-8") {
    @Override
    void append(LogLine line, LineJson json, StringBuilder to) {
      to.append('[');
      if (line.rank() == null) {
        to.append(line.channel().word());
      } else {
        to.append("rank ").append(line.rank());
      }
      to.append("] ").append(line.text()).append('\n');
    }
  },
  NDJSON(MediaType.parseMediaType("application/x-ndjson"), "application/x-ndjson") {
    @Override
    void append(LogLine line, LineJson json, StringBuilder to) {
      json.append(line, to);
      to.append('\n');
    }
  },
  EVENTS(MediaType.TEXT_EVENT_STREAM, "text/event-stream;charset=UTF-8") {
    @Override
    void append(LogLine line, LineJson json, StringBuilder to) {
      to.append("id: ").append(line.cursor()).append("\nevent: log\ndata: ");
      json.append(line, to);
      to.append("\n\n");
    }

    @Override
    String heartbeat() {
      return ": still here\n\n";
    }

    @Override
    String end(String state) {
      return "event: end\ndata: {\"state\":\"" + state + "\"}\n\n";
    }
  };

  private final MediaType mediaType;
  private final String contentType;

  LogFormat(MediaType mediaType, String contentType) {
    this.mediaType = mediaType;
    this.contentType = contentType;
  }

  MediaType mediaType() {
    return mediaType;
  }

  String contentType() {
    return contentType;
  }

  boolean followsByDefault() {
    return this == EVENTS;
  }

  abstract void append(LogLine line, LineJson json, StringBuilder to);

  /** Only events have room for something that is no line. */
  String heartbeat() {
    return "";
  }

  String end(String state) {
    return "";
  }
}
