package org.gpurma.runtime.ranklog;

import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.WireFormat;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.gpurma.runtime.report.HostClock;
import org.gpurma.runtime.report.SpoolWriter;
import org.gpurma.wire.LogGap;
import org.gpurma.wire.LogLines;
import org.gpurma.wire.SpooledRecord;

/** Writes a SpooledRecord with LogLines: its long parts lie ready and are only copied. */
final class LineBlockMessage {

  private final int rank;

  /** Takes the rank in WORLD. */
  LineBlockMessage(int rank) {
    this.rank = rank;
  }

  /** Takes the level's number. */
  void write(SpoolWriter spool, long firstSequence, int level, TimeSteps times, LineTexts texts) {
    long hostTime = HostClock.nanos();
    int lines =
        CodedOutputStream.computeUInt32Size(LogLines.RANK_FIELD_NUMBER, rank)
            + CodedOutputStream.computeUInt64Size(
                LogLines.FIRST_SEQUENCE_FIELD_NUMBER, firstSequence)
            + lengthDelimited(LogLines.DEVICE_TIME_STEPS_NS_FIELD_NUMBER, times.length())
            + texts.finishedBytes()
            + (level == 0
                ? 0
                : CodedOutputStream.computeEnumSize(LogLines.LEVEL_FIELD_NUMBER, level));
    int record =
        CodedOutputStream.computeUInt64Size(SpooledRecord.HOST_TIME_NS_FIELD_NUMBER, hostTime)
            + lengthDelimited(SpooledRecord.LINES_FIELD_NUMBER, lines);
    CodedOutputStream out = CodedOutputStream.newInstance(spool.begin(record));
    try {
      out.writeUInt64(SpooledRecord.HOST_TIME_NS_FIELD_NUMBER, hostTime);
      beginLengthDelimited(out, SpooledRecord.LINES_FIELD_NUMBER, lines);
      out.writeUInt32(LogLines.RANK_FIELD_NUMBER, rank);
      out.writeUInt64(LogLines.FIRST_SEQUENCE_FIELD_NUMBER, firstSequence);
      beginLengthDelimited(out, LogLines.DEVICE_TIME_STEPS_NS_FIELD_NUMBER, times.length());
      out.writeRawBytes(times.bytes(), 0, times.length());
      out.writeRawBytes(texts.bytes(), 0, texts.finishedBytes());
      if (level != 0) {
        out.writeEnum(LogLines.LEVEL_FIELD_NUMBER, level);
      }
      out.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    spool.end();
  }

  void writeGap(SpoolWriter spool, long firstSequence, long lines) {
    byte[] record =
        SpooledRecord.newBuilder()
            .setHostTimeNs(HostClock.nanos())
            .setGap(
                LogGap.newBuilder()
                    .setRank(rank)
                    .setFirstSequence(firstSequence)
                    .setLastSequence(firstSequence + lines - 1))
            .build()
            .toByteArray();
    spool.begin(record.length).put(record);
    spool.end();
  }

  private static int lengthDelimited(int field, int length) {
    return CodedOutputStream.computeTagSize(field)
        + CodedOutputStream.computeUInt32SizeNoTag(length)
        + length;
  }

  private static void beginLengthDelimited(CodedOutputStream out, int field, int length)
      throws IOException {
    out.writeTag(field, WireFormat.WIRETYPE_LENGTH_DELIMITED);
    out.writeUInt32NoTag(length);
  }
}
