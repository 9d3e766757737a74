package org.gpurma.service.joblog;

import java.time.Instant;
import java.util.Set;

/**
 * Which lines a reader wants; an empty set means all.
 *
 * @param since host time of the oldest
 */
public record LogFilter(Set<Long> ranks, Set<Channel> channels, Instant since) {
  public static final LogFilter ALL = new LogFilter(Set.of(), Set.of());

  public LogFilter {
    ranks = Set.copyOf(ranks);
    channels = Set.copyOf(channels);
  }

  public LogFilter(Set<Long> ranks, Set<Channel> channels) {
    this(ranks, channels, Instant.MIN);
  }

  /** Whether the lines of an entry pass. */
  boolean accepts(Entry entry) {
    return acceptsChannel(entry.channel())
        && (ranks.isEmpty() || (entry.rank() != null && ranks.contains(entry.rank())))
        && entry.nanos() >= HostTime.nanos(since);
  }

  /** False only where no line of the stretch passes. */
  boolean mayAccept(Stretch stretch) {
    return stretch.latest() >= HostTime.nanos(since)
        && (channels.isEmpty() || channels.stream().anyMatch(channel -> stretch.lines(channel) > 0))
        && (ranks.isEmpty() || ranks.stream().anyMatch(stretch::mayHoldRank));
  }

  boolean acceptsChannel(Channel channel) {
    return channels.isEmpty() || channels.contains(channel);
  }
}
