package org.gpurma.service.web;

import org.gpurma.service.joblog.LogLine;
import org.springframework.http.MediaType;
import tools.jackson.databind.json.JsonMapper;

/** How a log travels. The first that a client accepts is taken. */
enum LogFormat {
  TEXT(MediaType.TEXT_PLAIN, "text/plain;charset=UTF-8") {
    @Override
    String line(LogLine line, JsonMapper json) {
      String who = line.rank() == null ? line.channel().word() : "rank " + line.rank();
      return "[" + who + "] " + line.text() + "\n";
    }
  },
  NDJSON(MediaType.parseMediaType("application/x-ndjson"), "application/x-ndjson") {
    @Override
    String line(LogLine line, JsonMapper json) {
      return json.writeValueAsString(line) + "\n";
    }
  },
  EVENTS(MediaType.TEXT_EVENT_STREAM, "text/event-stream;charset=UTF-8") {
    @Override
    String line(LogLine line, JsonMapper json) {
      return "id: "
          + line.cursor()
          + "\nevent: log\ndata: "
          + json.writeValueAsString(line)
          + "\n\n";
    }

    @Override
    String heartbeat() {
      return ": still here\n\n";
    }

    @Override
    String end(LogEnd end, JsonMapper json) {
      return "event: end\ndata: " + json.writeValueAsString(end) + "\n\n";
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

  abstract String line(LogLine line, JsonMapper json);

  /** Only events have room for something that is no line. */
  String heartbeat() {
    return "";
  }

  String end(LogEnd end, JsonMapper json) {
    return "";
  }
}
