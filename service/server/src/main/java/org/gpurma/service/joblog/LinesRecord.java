package org.gpurma.service.joblog;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.WireFormat;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import org.gpurma.wire.LogLevel;
import org.gpurma.wire.LogLines;
import org.gpurma.wire.SpooledRecord;

/**
 * A SpooledRecord with LogLines, read where it lies: millions of lines pass through here, and only
 * their numbers and lengths matter on most of their ways.
 */
final class LinesRecord {
  private static final int HOST_TIME =
      tag(SpooledRecord.HOST_TIME_NS_FIELD_NUMBER, WireFormat.WIRETYPE_VARINT);
  private static final int LINES =
      tag(SpooledRecord.LINES_FIELD_NUMBER, WireFormat.WIRETYPE_LENGTH_DELIMITED);
  private static final int RANK = tag(LogLines.RANK_FIELD_NUMBER, WireFormat.WIRETYPE_VARINT);
  private static final int SEQUENCE =
      tag(LogLines.FIRST_SEQUENCE_FIELD_NUMBER, WireFormat.WIRETYPE_VARINT);
  private static final int STEPS =
      tag(LogLines.DEVICE_TIME_STEPS_NS_FIELD_NUMBER, WireFormat.WIRETYPE_LENGTH_DELIMITED);
  private static final int TEXT =
      tag(LogLines.TEXTS_FIELD_NUMBER, WireFormat.WIRETYPE_LENGTH_DELIMITED);
  private static final int LEVEL = tag(LogLines.LEVEL_FIELD_NUMBER, WireFormat.WIRETYPE_VARINT);

  private final byte[] array;
  private final int from;
  private final int length;
  private long hostTime;
  private long rank;
  private long firstSequence;
  private Level level = Level.INFO;
  private int steps;
  private int stepsEnd;
  private int firstText;
  private int count;
  private long textBytes;

  private LinesRecord(byte[] array, int from, int length) {
    this.array = array;
    this.from = from;
    this.length = length;
  }

  /** Takes a whole SpooledRecord; empty where it is of another kind or from another writer. */
  static Optional<LinesRecord> of(byte[] array, int from, int length) {
    var record = new LinesRecord(array, from, length);
    try {
      return record.readRecord() ? Optional.of(record) : Optional.empty();
    } catch (IOException _) {
      return Optional.empty();
    }
  }

  private static int tag(int field, int wireType) {
    return field << 3 | wireType;
  }

  /** Whether it has a time and lines in this order and nothing else. */
  private boolean readRecord() throws IOException {
    CodedInputStream in = CodedInputStream.newInstance(array, from, length);
    int first = in.readTag();
    if (first == HOST_TIME) {
      hostTime = in.readUInt64();
      first = in.readTag();
    }
    if (first != LINES) {
      return false;
    }
    int bytes = in.readRawVarint32();
    return in.getTotalBytesRead() + bytes == length && readLines(in);
  }

  private boolean readLines(CodedInputStream in) throws IOException {
    int tag = in.readTag();
    while (tag != 0) {
      if (tag == TEXT) {
        readText(in);
      } else if (!readOther(tag, in)) {
        return false;
      }
      tag = in.readTag();
    }
    return count > 0;
  }

  private void readText(CodedInputStream in) throws IOException {
    int bytes = in.readRawVarint32();
    int at = from + in.getTotalBytesRead();
    firstText = count == 0 ? at - 1 - varintBytes(bytes) : firstText;
    in.skipRawBytes(bytes);
    textBytes += Utf8.bytes(array, at, bytes);
    count++;
  }

  private boolean readOther(int tag, CodedInputStream in) throws IOException {
    if (tag == RANK) {
      rank = Integer.toUnsignedLong(in.readUInt32());
    } else if (tag == SEQUENCE) {
      firstSequence = in.readUInt64();
    } else if (tag == LEVEL) {
      LogLevel found = LogLevel.forNumber(in.readEnum());
      level = Level.of(found == null ? LogLevel.UNRECOGNIZED : found);
    } else if (tag == STEPS && stepsEnd == 0) {
      int bytes = in.readRawVarint32();
      steps = from + in.getTotalBytesRead();
      stepsEnd = steps + bytes;
      in.skipRawBytes(bytes);
    } else {
      return false;
    }
    return true;
  }

  private static int varintBytes(int value) {
    return value == 0 ? 1 : (Integer.SIZE + 6 - Integer.numberOfLeadingZeros(value)) / 7;
  }

  byte[] array() {
    return array;
  }

  int from() {
    return from;
  }

  int length() {
    return length;
  }

  long hostTime() {
    return hostTime;
  }

  long rank() {
    return rank;
  }

  Level level() {
    return level;
  }

  int count() {
    return count;
  }

  /** Of all texts, in UTF-8. */
  long textBytes() {
    return textBytes;
  }

  Texts texts() {
    return new Texts();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof LinesRecord that
        && Arrays.equals(
            array, from, from + length, that.array, that.from, that.from + that.length);
  }

  @Override
  public int hashCode() {
    return Long.hashCode(hostTime);
  }

  @Override
  public String toString() {
    return "%d lines of rank %d: %s"
        .formatted(count, rank, new String(array, from, length, StandardCharsets.UTF_8));
  }

  /** Goes through the lines. */
  final class Texts {
    private int next = firstText;
    private int nextStep = steps;
    private int taken;
    private int start;
    private int bytes;
    private long deviceTime;

    boolean hasNext() {
      return taken < count;
    }

    void next() {
      while (array[next] != TEXT) {
        skipField();
      }
      next++;
      bytes = (int) varint(next);
      next += varintBytes(bytes);
      start = next;
      next += bytes;
      if (nextStep < stepsEnd) {
        long step = varint(nextStep);
        deviceTime += step >>> 1 ^ -(step & 1);
        while (array[nextStep++] < 0) {
          // To the end of the step.
        }
      }
      taken++;
    }

    /** Between texts; all of them were read once without complaint. */
    private void skipField() {
      int kind = array[next++] & 7;
      long value = varint(next);
      while (array[next++] < 0) {
        // To the end of the number.
      }
      next += kind == WireFormat.WIRETYPE_LENGTH_DELIMITED ? (int) value : 0;
    }

    private long varint(int at) {
      long value = 0;
      int shift = 0;
      int place = at;
      byte part;
      do {
        part = array[place++];
        value |= (long) (part & 0x7f) << shift;
        shift += 7;
      } while (part < 0);
      return value;
    }

    /** Where the text lies in the array. */
    int start() {
      return start;
    }

    int bytes() {
      return bytes;
    }

    long sequence() {
      return firstSequence + taken - 1;
    }

    long deviceTime() {
      return deviceTime;
    }
  }
}
