package org.gpurma.service.joblog;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;

/** How a line of the service's own lies in the log. */
final class WrittenBytes {
  private static final int LEVEL_SHIFT = 4;
  private static final int CHANNEL_MASK = (1 << LEVEL_SHIFT) - 1;
  private static final int GAP_BYTES = Integer.BYTES + 1 + 2 * Long.BYTES;
  private static final int HEAD_BYTES = 2 + Long.BYTES + Integer.BYTES;
  private static final long UNKNOWN = -1;

  private WrittenBytes() {}

  static Frames.Payload of(Entry.Written written) {
    byte[] text = written.text().getBytes(StandardCharsets.UTF_8);
    ByteBuffer bytes = ByteBuffer.allocate(HEAD_BYTES + GAP_BYTES + text.length);
    Gap gap = written.gap();
    bytes.put(gap == null ? Entry.WRITTEN : Entry.WRITTEN_GAP);
    if (gap != null) {
      bytes.putInt(written.process()).put((byte) gap.of().ordinal()).putLong(gap.first());
      bytes.putLong(gap.last() == null ? UNKNOWN : gap.last());
    }
    bytes.put((byte) (written.channel().ordinal() | written.level().ordinal() << LEVEL_SHIFT));
    bytes.putLong(written.time().getEpochSecond()).putInt(written.time().getNano()).put(text);
    byte[] payload = new byte[bytes.flip().remaining()];
    bytes.get(payload);
    return Frames.Payload.of(payload);
  }

  /** Takes the bytes behind the kind. */
  static Entry.Written read(ByteBuffer payload, boolean withGap) {
    int process = withGap ? payload.getInt() : Source.NONE;
    Gap gap = withGap ? gap(payload) : null;
    byte source = payload.get();
    Channel channel = Channel.values()[source & CHANNEL_MASK];
    Level level = Level.values()[source >> LEVEL_SHIFT];
    Instant time = Instant.ofEpochSecond(payload.getLong(), payload.getInt());
    String text = StandardCharsets.UTF_8.decode(payload).toString();
    return new Entry.Written(channel, level, time, text, process, gap);
  }

  private static Gap gap(ByteBuffer payload) {
    Gap.Of of = Gap.Of.values()[payload.get()];
    long first = payload.getLong();
    long last = payload.getLong();
    return new Gap(of, first, last == UNKNOWN ? null : last);
  }
}
