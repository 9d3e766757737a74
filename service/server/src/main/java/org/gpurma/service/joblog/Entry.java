package org.gpurma.service.joblog;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.gpurma.wire.LogGap;
import org.gpurma.wire.LogLines;
import org.gpurma.wire.SpooledRecord;

/** What a job's log file holds: all that its processes reported, and lines of the service's own. */
public sealed interface Entry {
  /** A record just as a runtime process sent it. */
  record Reported(int process, SpooledRecord record) implements Entry {}

  record Written(Channel channel, Level level, Instant time, String text) implements Entry {}

  byte REPORTED = 1;
  byte WRITTEN = 2;

  /** Reported lines, that nobody has to decode who looks for anything else. */
  byte REPORTED_LINES = 3;

  int LEVEL_SHIFT = 4;
  int CHANNEL_MASK = (1 << LEVEL_SHIFT) - 1;

  /** How many lines it holds. All of them have the same channel, rank and time. */
  default int lineCount() {
    return switch (this) {
      case Reported reported when reported.record().hasLines() ->
          reported.record().getLines().getTextsCount();
      case Reported reported -> isOneLine(reported.record()) ? 1 : 0;
      case Written _ -> 1;
    };
  }

  private static boolean isOneLine(SpooledRecord record) {
    return record.hasLog() || record.hasStall() || record.hasGap();
  }

  /** Of all of its lines. */
  default Source source() {
    return switch (this) {
      case Reported reported when reported.record().hasLines() -> {
        LogLines lines = reported.record().getLines();
        yield ofRank(reported, Level.of(lines.getLevel()), lines.getRank());
      }
      case Reported reported when reported.record().hasLog() ->
          ofRank(reported, Level.INFO, reported.record().getLog().getRank());
      case Reported reported when reported.record().hasGap() ->
          ofRank(reported, Level.WARNING, reported.record().getGap().getRank());
      case Reported reported ->
          new Source(Channel.SERVICE, Level.WARNING, reported.process(), Source.NONE);
      case Written written ->
          new Source(written.channel(), written.level(), Source.NONE, Source.NONE);
    };
  }

  private static Source ofRank(Reported reported, Level level, int rank) {
    return new Source(Channel.RANK, level, reported.process(), Integer.toUnsignedLong(rank));
  }

  /** Bytes of the texts of its lines, in UTF-8. */
  default long textBytes() {
    return switch (this) {
      case Reported reported when reported.record().hasLines() ->
          reported.record().getLines().getTextsList().stream().mapToLong(Entry::utf8Bytes).sum();
      case Reported _, Written _ ->
          lines(0).stream().mapToLong(line -> utf8(line.text()).length).sum();
    };
  }

  private static long utf8Bytes(ByteString text) {
    return text.isValidUtf8() ? text.size() : utf8(text.toStringUtf8()).length;
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Nanoseconds since the epoch. */
  default long nanos() {
    return switch (this) {
      case Reported reported -> reported.record().getHostTimeNs();
      case Written written -> HostTime.nanos(written.time());
    };
  }

  /**
   * @param before the cursor of the line before the first one
   */
  default List<LogLine> lines(long before) {
    return switch (this) {
      case Reported reported when reported.record().hasLines() -> linesOf(reported, before);
      case Reported reported when reported.record().hasLog() -> List.of(line(reported, before + 1));
      case Reported reported when reported.record().hasStall() ->
          List.of(plain(before + 1, "stall: " + reported.record().getStall().getText(), null));
      case Reported reported when reported.record().hasGap() ->
          List.of(gapLine(reported.record().getGap(), before + 1));
      case Reported _ -> List.of();
      case Written written -> List.of(plain(before + 1, written.text(), null));
    };
  }

  private static List<LogLine> linesOf(Reported reported, long before) {
    LogLines block = reported.record().getLines();
    Source source = reported.source();
    Long rank = source.rank();
    Integer process = source.process();
    Instant time = HostTime.instant(reported.nanos());
    List<LogLine> lines = new ArrayList<>(block.getTextsCount());
    long deviceTime = 0;
    for (int i = 0; i < block.getTextsCount(); i++) {
      deviceTime += i < block.getDeviceTimeStepsNsCount() ? block.getDeviceTimeStepsNs(i) : 0;
      lines.add(
          new LogLine(
              before + 1 + i,
              Channel.RANK,
              source.level(),
              rank,
              process,
              block.getFirstSequence() + i,
              deviceTime,
              time,
              block.getTexts(i).toStringUtf8(),
              null));
    }
    return lines;
  }

  private static LogLine line(Reported reported, long cursor) {
    var log = reported.record().getLog();
    Source source = reported.source();
    return new LogLine(
        cursor,
        Channel.RANK,
        source.level(),
        source.rank(),
        source.process(),
        log.getSequence(),
        log.getDeviceTimeNs(),
        HostTime.instant(reported.nanos()),
        log.getText(),
        null);
  }

  private LogLine gapLine(LogGap gap, long cursor) {
    var missing = new Gap(Gap.Of.RANK, gap.getFirstSequence(), gap.getLastSequence());
    return plain(
        cursor,
        "gap: lines %d to %d of rank %d were dropped, its log queue was full"
            .formatted(missing.first(), missing.last(), Integer.toUnsignedLong(gap.getRank())),
        missing);
  }

  /** A line without a number and a device time. */
  private LogLine plain(long cursor, String text, Gap gap) {
    Source source = source();
    return new LogLine(
        cursor,
        source.channel(),
        source.level(),
        source.rankOrNull(),
        source.processOrNull(),
        null,
        null,
        this instanceof Written written ? written.time() : HostTime.instant(nanos()),
        text,
        gap);
  }

  default byte[] encode() {
    return switch (this) {
      case Reported reported -> {
        byte[] message = reported.record().toByteArray();
        yield ByteBuffer.allocate(5 + message.length)
            .put(reported.record().hasLines() ? REPORTED_LINES : REPORTED)
            .putInt(reported.process())
            .put(message)
            .array();
      }
      case Written written -> {
        byte[] text = written.text().getBytes(StandardCharsets.UTF_8);
        yield ByteBuffer.allocate(14 + text.length)
            .put(WRITTEN)
            .put((byte) (written.channel().ordinal() | written.level().ordinal() << LEVEL_SHIFT))
            .putLong(written.time().getEpochSecond())
            .putInt(written.time().getNano())
            .put(text)
            .array();
      }
    };
  }

  static Entry decode(ByteBuffer payload) throws InvalidProtocolBufferException {
    byte kind = payload.get();
    return switch (kind) {
      case REPORTED, REPORTED_LINES ->
          new Reported(payload.getInt(), SpooledRecord.parseFrom(payload));
      case WRITTEN -> {
        byte source = payload.get();
        Channel channel = Channel.values()[source & CHANNEL_MASK];
        Level level = Level.values()[source >> LEVEL_SHIFT];
        Instant time = Instant.ofEpochSecond(payload.getLong(), payload.getInt());
        yield new Written(channel, level, time, StandardCharsets.UTF_8.decode(payload).toString());
      }
      default -> throw new InvalidProtocolBufferException("unknown log entry " + kind);
    };
  }
}
