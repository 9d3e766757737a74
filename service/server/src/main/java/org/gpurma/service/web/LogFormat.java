package org.gpurma.service.web;

import java.nio.charset.StandardCharsets;
import org.gpurma.service.joblog.Channel;
import org.gpurma.service.joblog.LineView;
import org.gpurma.service.joblog.Source;
import org.gpurma.service.joblog.Utf8;
import org.springframework.http.MediaType;
import tools.jackson.databind.json.JsonMapper;

/** How a log travels. The first that a client accepts is taken. */
enum LogFormat {
  TEXT(MediaType.TEXT_PLAIN, "text/plain;charset=UTF-8") {
    @Override
    void append(LineView line, LineJson json, Bytes to) {
      Source source = line.source();
      if (source.rank() == Source.NONE) {
        to.add((byte) '[').add(source.channel().word());
      } else {
        to.add(RANK).add(source.rank());
      }
      to.add(TEXT_FOLLOWS);
      if (Utf8.isAscii(line.array(), line.from(), line.length())) {
        to.add(line.array(), line.from(), line.length());
      } else {
        to.add(Utf8.clean(line.array(), line.from(), line.length()));
      }
      to.add(NEW_LINE);
    }
  },
  NDJSON(MediaType.parseMediaType("application/x-ndjson"), "application/x-ndjson") {
    @Override
    void append(LineView line, LineJson json, Bytes to) {
      json.append(line, to);
      to.add(NEW_LINE);
    }
  },
  EVENTS(MediaType.TEXT_EVENT_STREAM, "text/event-stream;charset=UTF-8") {
    @Override
    void append(LineView line, LineJson json, Bytes to) {
      to.add(ID).add(line.cursor()).add(line.gap() == null ? LOG_EVENT : GAP_EVENT);
      json.append(line, to);
      to.add(NEW_LINE).add(NEW_LINE);
    }

    @Override
    String heartbeat() {
      return ": still here\n\n";
    }

    @Override
    String end(LogEnd end) {
      return event("end", end);
    }

    @Override
    String cut(LogCut cut) {
      return event("cut", cut);
    }
  };

  private static final byte[] RANK = ascii("[rank ");
  private static final byte[] TEXT_FOLLOWS = ascii("] ");
  private static final byte[] ID = ascii("id: ");
  private static final byte[] LOG_EVENT = ascii("\nevent: log\ndata: ");
  private static final byte[] GAP_EVENT = ascii("\nevent: gap\ndata: ");
  private static final byte NEW_LINE = '\n';

  private final MediaType mediaType;
  private final String contentType;

  LogFormat(MediaType mediaType, String contentType) {
    this.mediaType = mediaType;
    this.contentType = contentType;
  }

  /** What a line takes as text, besides its own. */
  static int textLead(Channel channel, long rank) {
    int author =
        rank == Source.NONE
            ? 1 + channel.word().length()
            : RANK.length + Long.toString(rank).length();
    return author + TEXT_FOLLOWS.length + 1;
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

  abstract void append(LineView line, LineJson json, Bytes to);

  /** Only events have room for something that is no line. */
  String heartbeat() {
    return "";
  }

  String end(LogEnd end) {
    return "";
  }

  String cut(LogCut cut) {
    return "";
  }

  private static String event(String name, Object data) {
    return "event: " + name + "\ndata: " + JsonMapper.shared().writeValueAsString(data) + "\n\n";
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
