package org.gpurma.service.web;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.gpurma.service.joblog.Gap;
import org.gpurma.service.joblog.LineView;
import org.gpurma.service.joblog.Source;
import org.gpurma.service.joblog.Utf8;

/**
 * Log lines as the JSON mapper writes them, byte by byte: many lines go to many readers. Lines that
 * follow each other mostly have the same source and time. Not thread-safe.
 */
final class LineJson {
  private static final byte[] CURSOR = ascii("{\"cursor\":");
  private static final byte[] DEVICE_TIME = ascii(",\"deviceTimeNs\":");
  private static final byte[] NO_NUMBERS = ascii("null,\"deviceTimeNs\":null");
  private static final byte[] HEX = ascii("0123456789ABCDEF");
  private static final byte[] PLAIN_CONTROL = ascii("\\u00");

  /** What follows a backslash in place of an ASCII character; 0 where it may stand as it is. */
  private static final byte[] ESCAPES = escapes();

  /** A control character that has no letter. */
  private static final byte BY_NUMBER = 'u';

  private Source source;
  private byte[] sourceText;
  private Instant time;
  private byte[] timeText;

  void append(LineView line, Bytes to) {
    to.add(CURSOR).add(line.cursor()).add(textOf(line.source()));
    if (line.isNumbered()) {
      to.add(line.sequence()).add(DEVICE_TIME).add(line.deviceTime());
    } else {
      to.add(NO_NUMBERS);
    }
    to.add(textOf(line.time()));
    appendText(line, to);
    to.add((byte) '"');
    if (line.gap() != null) {
      append(line.gap(), to);
    }
    to.add((byte) '}');
  }

  private byte[] textOf(Source of) {
    if (of != source) {
      source = of;
      sourceText =
          ascii(
              ",\"channel\":\"%s\",\"level\":\"%s\",\"rank\":%s,\"process\":%s,\"seq\":"
                  .formatted(
                      of.channel().word(),
                      of.level().word(),
                      of.rank() == Source.NONE ? null : of.rank(),
                      of.process() == Source.NONE ? null : of.process()));
    }
    return sourceText;
  }

  private byte[] textOf(Instant instant) {
    if (!instant.equals(time)) {
      time = instant;
      timeText = ascii(",\"time\":\"" + instant + "\",\"text\":\"");
    }
    return timeText;
  }

  private static void appendText(LineView line, Bytes to) {
    if (isPlain(line.array(), line.from(), line.length())) {
      to.add(line.array(), line.from(), line.length());
    } else {
      for (byte character : Utf8.clean(line.array(), line.from(), line.length())) {
        append(character, to);
      }
    }
  }

  private static boolean isPlain(byte[] array, int from, int length) {
    for (int i = from; i < from + length; i++) {
      if (array[i] < 0 || ESCAPES[array[i]] != 0) {
        return false;
      }
    }
    return true;
  }

  private static void append(byte character, Bytes to) {
    byte escape = character < 0 ? 0 : ESCAPES[character];
    if (escape == 0) {
      to.add(character);
    } else if (escape == BY_NUMBER) {
      to.add(PLAIN_CONTROL).add(HEX[character >> 4]).add(HEX[character & 0xf]);
    } else {
      to.add((byte) '\\').add(escape);
    }
  }

  private static byte[] escapes() {
    byte[] escapes = new byte[128];
    for (int character = 0; character < escapes.length; character++) {
      escapes[character] =
          switch (character) {
            case '\b' -> 'b';
            case '\t' -> 't';
            case '\n' -> 'n';
            case '\f' -> 'f';
            case '\r' -> 'r';
            case '"', '\\' -> (byte) character;
            default -> character < ' ' ? BY_NUMBER : 0;
          };
    }
    return escapes;
  }

  private static void append(Gap gap, Bytes to) {
    to.add(",\"gap\":{\"of\":\"").add(gap.of().word());
    to.add("\",\"first\":").add(gap.first());
    to.add(",\"last\":");
    if (gap.last() == null) {
      to.add("null");
    } else {
      to.add(gap.last().longValue());
    }
    to.add((byte) '}');
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
