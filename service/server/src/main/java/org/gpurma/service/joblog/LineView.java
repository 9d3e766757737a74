package org.gpurma.service.joblog;

import java.nio.charset.StandardCharsets;
import java.time.Instant;

/** A line while it passes by: the same object for one line after the other. */
public final class LineView {
  private long cursor;
  private Source source;
  private boolean isOfRank;
  private long sequence;
  private long deviceTime;
  private Instant time;
  private byte[] array;
  private int from;
  private int length;
  private Gap gap;

  LineView() {}

  /** A line that stays. */
  public static LineView of(LogLine line) {
    var view = new LineView();
    view.set(line);
    return view;
  }

  void set(LogLine line) {
    cursor = line.cursor();
    source =
        new Source(
            line.channel(),
            line.level(),
            line.process() == null ? Source.NONE : line.process(),
            line.rank() == null ? Source.NONE : line.rank());
    isOfRank = line.seq() != null;
    sequence = isOfRank ? line.seq() : 0;
    deviceTime = isOfRank ? line.deviceTimeNs() : 0;
    time = line.time();
    array = line.text().getBytes(StandardCharsets.UTF_8);
    from = 0;
    length = array.length;
    gap = line.gap();
  }

  void set(Source newSource, Instant newTime) {
    source = newSource;
    time = newTime;
    isOfRank = true;
    gap = null;
  }

  void set(long newCursor, byte[] newArray, LinesRecord.Texts texts) {
    cursor = newCursor;
    array = newArray;
    from = texts.start();
    length = texts.bytes();
    sequence = texts.sequence();
    deviceTime = texts.deviceTime();
  }

  LogLine line() {
    return new LogLine(
        cursor,
        source.channel(),
        source.level(),
        source.rankOrNull(),
        source.processOrNull(),
        isOfRank ? sequence : null,
        isOfRank ? deviceTime : null,
        time,
        new String(array, from, length, StandardCharsets.UTF_8),
        gap);
  }

  public long cursor() {
    return cursor;
  }

  /** The same object while lines of one source follow each other in a block. */
  public Source source() {
    return source;
  }

  /** Whether it has a number among the lines of its rank, and a device time. */
  public boolean isNumbered() {
    return isOfRank;
  }

  public long sequence() {
    return sequence;
  }

  public long deviceTime() {
    return deviceTime;
  }

  public Instant time() {
    return time;
  }

  /** The text, between {@link #from} and {@link #length}: bytes as the program wrote them. */
  public byte[] array() {
    return array;
  }

  public int from() {
    return from;
  }

  public int length() {
    return length;
  }

  /** Null unless it stands for lines that are missing. */
  public Gap gap() {
    return gap;
  }
}
