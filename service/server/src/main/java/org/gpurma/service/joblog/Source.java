package org.gpurma.service.joblog;

/**
 * What lines have in common that one said in a row.
 *
 * @param process index of the runtime process; {@link #NONE} where the service wrote them
 * @param rank in WORLD; {@link #NONE} unless a rank wrote them
 */
public record Source(Channel channel, Level level, int process, long rank)
    implements Comparable<Source> {
  public static final int NONE = -1;

  @Override
  public int compareTo(Source other) {
    int byRank = Long.compare(rank, other.rank);
    int byProcess = byRank != 0 ? byRank : Integer.compare(process, other.process);
    int byChannel = byProcess != 0 ? byProcess : channel.compareTo(other.channel);
    return byChannel != 0 ? byChannel : level.compareTo(other.level);
  }

  Long rankOrNull() {
    return rank == NONE ? null : rank;
  }

  Integer processOrNull() {
    return process == NONE ? null : process;
  }
}
