package org.gpurma.service.joblog;

import com.google.protobuf.InvalidProtocolBufferException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;
import org.gpurma.wire.SpooledRecord;

/** What a job's log file holds: all that its processes reported, and lines of the service's own. */
public sealed interface Entry {
  /** A record just as a runtime process sent it. */
  record Reported(int process, SpooledRecord record) implements Entry {}

  record Written(Channel channel, Instant time, String text) implements Entry {}

  byte REPORTED = 1;
  byte WRITTEN = 2;

  default boolean isLine() {
    return switch (this) {
      case Reported reported -> reported.record().hasLog() || reported.record().hasStall();
      case Written _ -> true;
    };
  }

  /** Empty where the entry is not a line. */
  default Optional<LogLine> line(long cursor) {
    return switch (this) {
      case Reported reported when reported.record().hasLog() ->
          Optional.of(rankLine(cursor, reported.record()));
      case Reported reported when reported.record().hasStall() ->
          Optional.of(stallLine(cursor, reported.record()));
      case Reported _ -> Optional.empty();
      case Written written ->
          Optional.of(
              new LogLine(
                  cursor, written.channel(), null, null, null, written.time(), written.text()));
    };
  }

  private static LogLine rankLine(long cursor, SpooledRecord record) {
    var log = record.getLog();
    return new LogLine(
        cursor,
        Channel.RANK,
        Integer.toUnsignedLong(log.getRank()),
        log.getSequence(),
        log.getDeviceTimeNs(),
        instant(record.getHostTimeNs()),
        log.getText());
  }

  /** Of the ranks, but not by them. */
  private static LogLine stallLine(long cursor, SpooledRecord record) {
    return new LogLine(
        cursor,
        Channel.SERVICE,
        null,
        null,
        null,
        instant(record.getHostTimeNs()),
        "stall: " + record.getStall().getText());
  }

  private static Instant instant(long nanoseconds) {
    return Instant.ofEpochSecond(
        Math.floorDiv(nanoseconds, 1_000_000_000L), Math.floorMod(nanoseconds, 1_000_000_000L));
  }

  default byte[] encode() {
    return switch (this) {
      case Reported reported -> {
        byte[] message = reported.record().toByteArray();
        yield ByteBuffer.allocate(5 + message.length)
            .put(REPORTED)
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
      case REPORTED -> new Reported(payload.getInt(), SpooledRecord.parseFrom(payload));
      case WRITTEN -> {
        Channel channel = Channel.values()[payload.get()];
        Instant time = Instant.ofEpochSecond(payload.getLong(), payload.getInt());
        yield new Written(channel, time, StandardCharsets.UTF_8.decode(payload).toString());
      }
      default -> throw new InvalidProtocolBufferException("unknown log entry " + kind);
    };
  }
}
