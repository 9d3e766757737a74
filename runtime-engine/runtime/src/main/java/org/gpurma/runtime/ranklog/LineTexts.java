package org.gpurma.runtime.ranklog;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.WireFormat;
import java.util.Arrays;
import org.gpurma.wire.LogLines;

/**
 * The texts of lines as they lie in a LogLines message: a tag, a length and the text, one after the
 * other. The last line is still growing, behind room for its tag and its length.
 */
final class LineTexts {

  private static final int TAG =
      LogLines.TEXTS_FIELD_NUMBER << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED;

  /** A tag and the length of a short line; a longer one is moved when it is finished. */
  private static final int LEAD_BYTES = 2;

  private static final int FIRST_BYTES = 256;

  /** A line in a thousand is long: its room is not kept for every rank. */
  private static final int MOST_KEPT_BYTES = 16 * 1024;

  private byte[] bytes = new byte[FIRST_BYTES];
  private int lineStart;
  private int textStart = LEAD_BYTES;
  private int ownStart = LEAD_BYTES;
  private int end = LEAD_BYTES;

  byte[] bytes() {
    return bytes;
  }

  /** Where the next character belongs. */
  int end() {
    return end;
  }

  /** Bytes of the line in the works, a prefix not counted. */
  int lineBytes() {
    return end - ownStart;
  }

  /** Bytes of the finished lines, tags and lengths included. */
  int finishedBytes() {
    return lineStart;
  }

  void makeRoom(int count) {
    if (bytes.length - end < count) {
      bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, end + count));
    }
  }

  /** Somebody wrote up to here. */
  void wrote(int newEnd) {
    end = newEnd;
  }

  void append(byte[] from, int offset, int count) {
    makeRoom(count);
    System.arraycopy(from, offset, bytes, end, count);
    end += count;
  }

  void append(String text) {
    byte[] characters = text.getBytes(UTF_8);
    append(characters, 0, characters.length);
  }

  /** The line in the works begins with this. */
  void prefix(String text) {
    append(text);
    ownStart = end;
  }

  void dropLine() {
    beginLine(lineStart);
  }

  void dropNewline() {
    if (end > ownStart && bytes[end - 1] == '\n') {
      end--;
    }
  }

  /** Takes the bytes of the last character off, if it lacks some or is not ASCII. */
  byte[] cutCharacterThatHasBegun() {
    int cut = end;
    while (cut > end - 4 && isInsideCharacter(bytes[cut - 1])) {
      cut--;
    }
    if (cut > ownStart && bytes[cut - 1] < 0) {
      cut--;
    }
    byte[] begun = Arrays.copyOfRange(bytes, cut, end);
    end = cut;
    return begun;
  }

  /** Finishes the line in the works and begins the next one. */
  void endLine() {
    int length = end - textStart;
    int lengthBytes = CodedOutputStream.computeUInt32SizeNoTag(length);
    int shift = lengthBytes - (LEAD_BYTES - 1);
    if (shift > 0) {
      makeRoom(shift);
      System.arraycopy(bytes, textStart, bytes, textStart + shift, length);
      end += shift;
    }
    bytes[lineStart] = TAG;
    Varints.write(length, bytes, lineStart + 1);
    beginLine(end);
  }

  /** Forgets the finished lines. */
  void clear() {
    int unfinished = end - lineStart;
    int own = ownStart - lineStart;
    byte[] target =
        bytes.length > MOST_KEPT_BYTES && unfinished < FIRST_BYTES ? new byte[FIRST_BYTES] : bytes;
    System.arraycopy(bytes, lineStart, target, 0, unfinished);
    bytes = target;
    beginLine(0);
    ownStart = own;
    end = unfinished;
  }

  private void beginLine(int start) {
    lineStart = start;
    textStart = start + LEAD_BYTES;
    end = textStart;
    ownStart = textStart;
    makeRoom(0);
  }

  private static boolean isInsideCharacter(byte value) {
    return (value & 0xc0) == 0x80;
  }
}
