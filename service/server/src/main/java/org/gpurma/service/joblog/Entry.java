package org.gpurma.service.joblog;

import com.google.protobuf.DiscardUnknownFieldsParser;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Parser;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;
import org.gpurma.wire.LogGap;
import org.gpurma.wire.SpooledRecord;

/** What a job's log file holds: all that its processes reported, and lines of the service's own. */
public sealed interface Entry {
  /** Sent by a runtime process. */
  sealed interface Sent extends Entry {
    int process();
  }

  /** A record of a runtime process that is no block of lines. */
  record Reported(int process, SpooledRecord record) implements Sent {}

  /** Lines that a rank wrote in a row, just as its process sent them. */
  final class Lines implements Sent {
    private final int process;
    private final LinesRecord record;
    private final Source source;

    private Lines(int process, LinesRecord record) {
      this.process = process;
      this.record = record;
      source = new Source(Channel.RANK, record.level(), process, record.rank());
    }

    @Override
    public int process() {
      return process;
    }

    LinesRecord record() {
      return record;
    }
  }

  /**
   * A line of the service's own.
   *
   * @param process that it is about; {@link Source#NONE}: none in particular
   * @param gap that it stands for; null: none
   */
  record Written(Channel channel, Level level, Instant time, String text, int process, Gap gap)
      implements Entry {
    Written(Channel channel, Level level, Instant time, String text) {
      this(channel, level, time, text, Source.NONE, null);
    }
  }

  Parser<SpooledRecord> KNOWN_FIELDS = DiscardUnknownFieldsParser.wrap(SpooledRecord.parser());

  byte REPORTED = 1;
  byte WRITTEN = 2;

  /** Reported lines, that nobody has to decode who looks for anything else. */
  byte REPORTED_LINES = 3;

  /** As what is written, behind a process and a gap. */
  byte WRITTEN_GAP = 4;

  /** The kind and the process. */
  int SENT_HEAD = 1 + Integer.BYTES;

  /** Takes a whole record, which stays where it is. */
  static Sent sent(int process, byte[] array, int from, int length)
      throws InvalidProtocolBufferException {
    Optional<LinesRecord> lines = LinesRecord.of(array, from, length);
    if (lines.isPresent()) {
      return new Lines(process, lines.get());
    }
    SpooledRecord record = KNOWN_FIELDS.parseFrom(array, from, length);
    return record.hasLines() ? sent(process, record) : new Reported(process, record);
  }

  static Sent sent(int process, SpooledRecord record) {
    byte[] bytes = record.toByteArray();
    return LinesRecord.of(bytes, 0, bytes.length)
        .<Sent>map(lines -> new Lines(process, lines))
        .orElse(new Reported(process, record));
  }

  /** How many lines it holds. All of them have the same source and time. */
  default int lineCount() {
    return switch (this) {
      case Lines lines -> lines.record().count();
      case Reported reported -> isLine(reported.record()) ? 1 : 0;
      case Written _ -> 1;
    };
  }

  private static boolean isLine(SpooledRecord record) {
    return record.hasLog() || record.hasStall() || record.hasGap();
  }

  /** Of all of its lines. */
  default Source source() {
    return switch (this) {
      case Lines lines -> lines.source;
      case Reported reported when reported.record().hasLog() ->
          ofRank(reported, Level.INFO, reported.record().getLog().getRank());
      case Reported reported when reported.record().hasGap() ->
          ofRank(reported, Level.WARNING, reported.record().getGap().getRank());
      case Reported reported ->
          new Source(Channel.SERVICE, Level.WARNING, reported.process(), Source.NONE);
      case Written written ->
          new Source(written.channel(), written.level(), written.process(), Source.NONE);
    };
  }

  private static Source ofRank(Reported reported, Level level, int rank) {
    return new Source(Channel.RANK, level, reported.process(), Integer.toUnsignedLong(rank));
  }

  /** Bytes of the texts of its lines, in UTF-8. */
  default long textBytes() {
    return this instanceof Lines lines
        ? lines.record().textBytes()
        : line(0).map(line -> line.text().getBytes(StandardCharsets.UTF_8).length).orElse(0);
  }

  /** Nanoseconds since the epoch. */
  default long nanos() {
    return switch (this) {
      case Lines lines -> lines.record().hostTime();
      case Reported reported -> reported.record().getHostTimeNs();
      case Written written -> HostTime.nanos(written.time());
    };
  }

  /** Its lines, which the view shows one by one; takes the cursor of the line before them. */
  default EntryLines lines(long before, LineView view) {
    return this instanceof Lines lines
        ? new EntryLines(lines, before, view)
        : line(before + 1).map(line -> new EntryLines(line, view)).orElse(EntryLines.NONE);
  }

  /** The line that it is, unless it is none or many. */
  private Optional<LogLine> line(long cursor) {
    return switch (this) {
      case Reported reported when reported.record().hasLog() -> Optional.of(line(reported, cursor));
      case Reported reported when reported.record().hasStall() ->
          Optional.of(plain(cursor, "stall: " + reported.record().getStall().getText(), null));
      case Reported reported when reported.record().hasGap() ->
          Optional.of(gapLine(reported.record().getGap(), cursor));
      case Reported _, Lines _ -> Optional.empty();
      case Written written -> Optional.of(plain(cursor, written.text(), written.gap()));
    };
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

  /** The bytes of its frame. */
  default Frames.Payload payload() {
    return switch (this) {
      case Lines lines -> new LinesPayload(lines.process(), lines.record());
      case Reported reported -> {
        byte[] message = reported.record().toByteArray();
        yield Frames.Payload.of(
            ByteBuffer.allocate(SENT_HEAD + message.length)
                .put(REPORTED)
                .putInt(reported.process())
                .put(message)
                .array());
      }
      case Written written -> WrittenBytes.of(written);
    };
  }

  /** Of lines, as they came. */
  record LinesPayload(int process, LinesRecord record) implements Frames.Payload {
    @Override
    public int bytes() {
      return SENT_HEAD + record.length();
    }

    @Override
    public void write(ByteBuffer to) {
      to.put(REPORTED_LINES).putInt(process);
      to.put(record.array(), record.from(), record.length());
    }
  }

  /** Takes the bytes of a frame in an array; lines stay there. */
  static Entry decode(ByteBuffer payload) throws InvalidProtocolBufferException {
    byte kind = payload.get();
    return switch (kind) {
      case REPORTED, REPORTED_LINES -> {
        int process = payload.getInt();
        yield sent(
            process,
            payload.array(),
            payload.arrayOffset() + payload.position(),
            payload.remaining());
      }
      case WRITTEN -> WrittenBytes.read(payload, false);
      case WRITTEN_GAP -> WrittenBytes.read(payload, true);
      default -> throw new InvalidProtocolBufferException("unknown log entry " + kind);
    };
  }
}
