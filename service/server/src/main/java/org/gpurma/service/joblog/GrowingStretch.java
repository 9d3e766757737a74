package org.gpurma.service.joblog;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Map;
import java.util.TreeMap;

/** The stretch at the end of the log. */
final class GrowingStretch {
  private final long offset;
  private final long linesBefore;
  private final long[] linesOfChannel = new long[Channel.values().length];
  private final BitSet ranks = new BitSet();
  private final Map<Integer, Long> records = new TreeMap<>();
  private long end;
  private long lines;
  private long latest = Long.MIN_VALUE;

  GrowingStretch(long offset, long linesBefore) {
    this.offset = offset;
    this.end = offset;
    this.linesBefore = linesBefore;
  }

  void add(Entry entry, long bytes) {
    int count = entry.lineCount();
    end += bytes;
    lines += count;
    linesOfChannel[entry.channel().ordinal()] += count;
    latest = Math.max(latest, entry.nanos());
    if (entry.rank() != null) {
      ranks.set(Stretch.rankBit(entry.rank()));
    }
    if (entry instanceof Entry.Reported reported) {
      records.merge(reported.process(), 1L, Long::sum);
    }
  }

  long offset() {
    return offset;
  }

  long end() {
    return end;
  }

  long linesBefore() {
    return linesBefore;
  }

  long linesAfter() {
    return linesBefore + lines;
  }

  Stretch finished() {
    return new Stretch(
        offset,
        end,
        linesBefore,
        Arrays.stream(linesOfChannel).boxed().toList(),
        latest,
        ranks,
        records);
  }
}
