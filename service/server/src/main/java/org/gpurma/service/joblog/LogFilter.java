package org.gpurma.service.joblog;

import java.util.Set;

/** Which lines a reader wants; an empty set means all. */
public record LogFilter(Set<Long> ranks, Set<Channel> channels) {
  public static final LogFilter ALL = new LogFilter(Set.of(), Set.of());

  public LogFilter {
    ranks = Set.copyOf(ranks);
    channels = Set.copyOf(channels);
  }

  public boolean accepts(LogLine line) {
    return (channels.isEmpty() || channels.contains(line.channel()))
        && (ranks.isEmpty() || (line.rank() != null && ranks.contains(line.rank())));
  }
}
