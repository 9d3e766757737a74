package org.gpurma.service.joblog;

import com.google.protobuf.InvalidProtocolBufferException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.gpurma.wire.LogLines;
import org.gpurma.wire.SpooledRecord;

/** What a job's log file holds: all that its processes reported, and lines of the service's own. */
public sealed interface Entry {
  /** A record just as a runtime process sent it. */
  record Reported(int process, SpooledRecord record) implements Entry {}

  record Written(Channel channel, Instant time, String text) implements Entry {}

  byte REPORTED = 1;
  byte WRITTEN = 2;

  /** Reported lines, that nobody has to decode who looks for anything else. */
  byte REPORTED_LINES = 3;

  /** How many lines it holds. All of them have the same channel, rank and time. */
  default int lineCount() {
    return switch (this) {
      case Reported reported when reported.record().hasLines() ->
          reported.record().getLines().getTextsCount();
      case Reported reported -> reported.record().hasLog() || reported.record().hasStall() ? 1 : 0;
      case Written _ -> 1;
    };
  }

  default Channel channel() {
    return switch (this) {
      case Reported reported when reported.record().hasStall() -> Channel.SERVICE;
      case Reported _ -> Channel.RANK;
      case Written written -> written.channel();
    };
  }

  /** Of its lines; null unless a rank wrote them. */
  default Long rank() {
    return switch (this) {
      case Reported reported when reported.record().hasLines() ->
          Integer.toUnsignedLong(reported.record().getLines().getRank());
      case Reported reported when reported.record().hasLog() ->
          Integer.toUnsignedLong(reported.record().getLog().getRank());
      case Reported _, Written _ -> null;
    };
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
      case Reported reported when reported.record().hasLines() ->
          lines(reported.record().getLines(), HostTime.instant(nanos()), before);
      case Reported reported when reported.record().hasLog() ->
          List.of(line(reported.record(), before + 1));
      case Reported reported when reported.record().hasStall() ->
          List.of(stallLine(reported.record(), before + 1));
      case Reported _ -> List.of();
      case Written written ->
          List.of(
              new LogLine(
                  before + 1, written.channel(), null, null, null, written.time(), written.text()));
    };
  }

  private static List<LogLine> lines(LogLines block, Instant time, long before) {
    List<LogLine> lines = new ArrayList<>(block.getTextsCount());
    Long rank = Integer.toUnsignedLong(block.getRank());
    long deviceTime = 0;
    for (int i = 0; i < block.getTextsCount(); i++) {
      deviceTime += i < block.getDeviceTimeStepsNsCount() ? block.getDeviceTimeStepsNs(i) : 0;
      lines.add(
          new LogLine(
              before + 1 + i,
              Channel.RANK,
              rank,
              block.getFirstSequence() + i,
              deviceTime,
              time,
              block.getTexts(i).toStringUtf8()));
    }
    return lines;
  }

  private static LogLine line(SpooledRecord record, long cursor) {
    var log = record.getLog();
    return new LogLine(
        cursor,
        Channel.RANK,
        Integer.toUnsignedLong(log.getRank()),
        log.getSequence(),
        log.getDeviceTimeNs(),
        HostTime.instant(record.getHostTimeNs()),
        log.getText());
  }

  /** Of the ranks, but not by them. */
  private static LogLine stallLine(SpooledRecord record, long cursor) {
    return new LogLine(
        cursor,
        Channel.SERVICE,
        null,
        null,
        null,
        HostTime.instant(record.getHostTimeNs()),
        "stall: " + record.getStall().getText());
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
            .put((byte) written.channel().ordinal())
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
        Channel channel = Channel.values()[payload.get()];
        Instant time = Instant.ofEpochSecond(payload.getLong(), payload.getInt());
        yield new Written(channel, time, StandardCharsets.UTF_8.decode(payload).toString());
      }
      default -> throw new InvalidProtocolBufferException("unknown log entry " + kind);
    };
  }
}
