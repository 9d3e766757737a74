package org.gpurma.service.joblog;

import java.time.Instant;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Which lines a reader wants; an empty set means all.
 *
 * @param text that a line holds, whatever the case of its ASCII letters; empty: any
 * @param since host time of the oldest
 */
public record LogFilter(
    IdSet ranks,
    IdSet processes,
    Set<Channel> channels,
    Set<Level> levels,
    SearchText text,
    Instant since) {
  public static final LogFilter ALL = new LogFilter(IdSet.ALL, Set.of());

  public LogFilter {
    channels = Set.copyOf(channels);
    levels = Set.copyOf(levels);
  }

  public LogFilter(IdSet ranks, Set<Channel> channels) {
    this(ranks, channels, Instant.MIN);
  }

  public LogFilter(IdSet ranks, Set<Channel> channels, Instant since) {
    this(ranks, IdSet.ALL, channels, Set.of(), SearchText.ANY, since);
  }

  /** Whether the lines of an entry pass, but for their texts. */
  boolean accepts(Entry entry) {
    return accepts(entry.source()) && entry.nanos() >= HostTime.nanos(since);
  }

  boolean accepts(Source source) {
    return accepts(source.channel(), source.level(), source.process(), source.rank());
  }

  private boolean accepts(Channel channel, Level level, int process, long rank) {
    return ranks.has(rank)
        && processes.has(process)
        && (channels.isEmpty() || channels.contains(channel))
        && (levels.isEmpty() || levels.contains(level));
  }

  /** False only where no line of the stretch passes. */
  boolean mayAccept(Stretch stretch) {
    return stretch.latest() >= HostTime.nanos(since)
        && (takesEverySource() || anySource(stretch.tally()));
  }

  /** How many lines of the stretch pass; empty where only the lines themselves can tell. */
  OptionalLong count(Stretch stretch) {
    long begin = HostTime.nanos(since);
    if (stretch.latest() < begin) {
      return OptionalLong.of(0);
    }
    long lines = takesEverySource() ? stretch.lines() : linesOfSources(stretch.tally());
    boolean certain = lines == 0 || (text.isAny() && stretch.earliest() >= begin);
    return certain ? OptionalLong.of(lines) : OptionalLong.empty();
  }

  private boolean takesEverySource() {
    return ranks.isAll() && processes.isAll() && channels.isEmpty() && levels.isEmpty();
  }

  private boolean anySource(Tally tally) {
    Tally.Sources sources = tally.sources();
    while (sources.next()) {
      if (accepts(sources)) {
        return true;
      }
    }
    return false;
  }

  private long linesOfSources(Tally tally) {
    long lines = 0;
    Tally.Sources sources = tally.sources();
    while (sources.next()) {
      lines += accepts(sources) ? sources.lines() : 0;
    }
    return lines;
  }

  boolean accepts(Tally.Sources sources) {
    return accepts(sources.channel(), sources.level(), sources.process(), sources.rank());
  }
}
