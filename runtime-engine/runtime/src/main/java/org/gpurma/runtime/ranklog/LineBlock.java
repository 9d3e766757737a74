package org.gpurma.runtime.ranklog;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.gpurma.runtime.report.SpoolWriter;

/**
 * Lines of one rank, put together as they travel; the last one is still being written. A line that
 * is longer than the limit comes out in several, marked as such.
 */
final class LineBlock {

  static final int LIMIT_BYTES = 64 * 1024;
  static final String CONTINUES = " [line continues]";
  static final String CONTINUED = "[continued] ";

  private static final int MOST_LINES = 512;
  private static final int MOST_BYTES = 8 * 1024;

  private final LineBlockMessage message;
  private final LineTexts texts = new LineTexts();
  private final TimeSteps times = new TimeSteps();
  private long sequence;
  private int level;
  private int lines;
  private long deviceTime;
  private boolean continued;

  /** Takes the rank in WORLD. */
  LineBlock(int rank) {
    message = new LineBlockMessage(rank);
  }

  void append(byte[] from, int offset, int bytes) {
    int at = offset;
    int left = bytes;
    while (left > 0) {
      if (texts.lineBytes() == LIMIT_BYTES) {
        split();
      }
      int part = Math.min(left, LIMIT_BYTES - texts.lineBytes());
      texts.append(from, at, part);
      at += part;
      left -= part;
    }
  }

  void append(String text) {
    byte[] characters = text.getBytes(UTF_8);
    append(characters, 0, characters.length);
  }

  void appendInteger(long value) {
    makeRoomForNumber();
    texts.wrote(NumberText.integer(value, texts.bytes(), texts.end()));
  }

  void appendNatural(long value) {
    makeRoomForNumber();
    texts.wrote(NumberText.natural(value, texts.bytes(), texts.end()));
  }

  void appendAddress(long value) {
    makeRoomForNumber();
    texts.wrote(NumberText.address(value, texts.bytes(), texts.end()));
  }

  void appendReal(double value) {
    makeRoomForNumber();
    texts.wrote(RealText.write(value, texts.bytes(), texts.end()));
  }

  /** Of all lines, by its number in the wire contract. */
  int level() {
    return level;
  }

  /** No line is finished. */
  void setLevel(int newLevel) {
    level = newLevel;
  }

  /** What follows was written at that device time, in nanoseconds. */
  void reach(long time) {
    deviceTime = time;
  }

  void endLine() {
    texts.dropNewline();
    finish();
    continued = false;
  }

  /** The rank dropped the rest of the line in the works. */
  void dropLine() {
    texts.dropLine();
    continued = false;
  }

  /** The rank dropped so many lines; those before them have moved. */
  void skip(long dropped, SpoolWriter spool) {
    message.writeGap(spool, sequence, dropped);
    sequence += dropped;
  }

  /** Whether the line in the works is empty. */
  boolean isLineEmpty() {
    return texts.lineBytes() == 0 && !continued;
  }

  /** Whether the lines should travel now. */
  boolean isFull() {
    return lines >= MOST_LINES || texts.finishedBytes() >= MOST_BYTES;
  }

  /** Writes the lines that are finished, if there are any, as a record. */
  void moveTo(SpoolWriter spool) {
    if (lines > 0) {
      message.write(spool, sequence, level, times, texts);
      sequence += lines;
      lines = 0;
      times.clear();
      texts.clear();
    }
  }

  private void makeRoomForNumber() {
    if (texts.lineBytes() > LIMIT_BYTES - NumberText.MOST_BYTES) {
      split();
    }
    texts.makeRoom(NumberText.MOST_BYTES);
  }

  /** Breaks between characters: the bytes of one that has begun go to the next line. */
  private void split() {
    byte[] begun = texts.cutCharacterThatHasBegun();
    texts.append(CONTINUES);
    finish();
    continued = true;
    texts.prefix(CONTINUED);
    texts.append(begun, 0, begun.length);
  }

  private void finish() {
    texts.endLine();
    times.add(deviceTime);
    lines++;
  }
}
