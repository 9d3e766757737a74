package org.gpurma.service.web;

import java.time.Instant;
import org.gpurma.service.joblog.Gap;
import org.gpurma.service.joblog.LogLine;
import tools.jackson.core.io.JsonStringEncoder;

/**
 * Log lines as the JSON mapper writes them, field by field: many lines go to many readers. Lines
 * that follow each other mostly have the same time. Not thread-safe.
 */
final class LineJson {
  private static final JsonStringEncoder QUOTES = JsonStringEncoder.getInstance();

  private Instant time;
  private String timeText;

  void append(LogLine line, StringBuilder to) {
    to.append("{\"cursor\":").append(line.cursor());
    to.append(",\"channel\":\"").append(line.channel().word());
    to.append("\",\"level\":\"").append(line.level().word());
    to.append("\",\"rank\":").append(line.rank());
    to.append(",\"process\":").append(line.process());
    to.append(",\"seq\":").append(line.seq());
    to.append(",\"deviceTimeNs\":").append(line.deviceTimeNs());
    to.append(",\"time\":\"").append(text(line.time()));
    to.append("\",\"text\":\"");
    QUOTES.quoteAsString(line.text(), to);
    to.append('"');
    if (line.gap() != null) {
      append(line.gap(), to);
    }
    to.append('}');
  }

  private static void append(Gap gap, StringBuilder to) {
    to.append(",\"gap\":{\"of\":\"").append(gap.of().word());
    to.append("\",\"first\":").append(gap.first());
    to.append(",\"last\":").append(gap.last()).append('}');
  }

  private String text(Instant instant) {
    if (!instant.equals(time)) {
      time = instant;
      timeText = instant.toString();
    }
    return timeText;
  }
}
