package org.gpurma.runtime.topology;

import java.util.Arrays;
import java.util.List;

/**
 * All processes of the job, seen by one of them. Ranks of WORLD are dealt to the processes in
 * order.
 */
public final class JobTopology {

  private final int process;
  private final List<ProcessPlace> processes;
  private final int[] rankStarts;

  public JobTopology(int process, List<ProcessPlace> processes) {
    this.process = process;
    this.processes = List.copyOf(processes);
    this.rankStarts = new int[processes.size() + 1];
    for (int i = 0; i < processes.size(); i++) {
      rankStarts[i + 1] = Math.addExact(rankStarts[i], processes.get(i).ranks());
    }
  }

  public int process() {
    return process;
  }

  public int processes() {
    return processes.size();
  }

  public String nodeOf(int otherProcess) {
    return processes.get(otherProcess).node();
  }

  public int worldSize() {
    return rankStarts[processes.size()];
  }

  /** First rank of this process. */
  public int rankStart() {
    return rankStarts[process];
  }

  /** Ranks of this process. */
  public int ranks() {
    return ranksOf(process);
  }

  public int ranksOf(int otherProcess) {
    return processes.get(otherProcess).ranks();
  }

  /** The process that runs a rank of WORLD. */
  public int processOf(int rank) {
    int found = Arrays.binarySearch(rankStarts, rank);
    return found >= 0 ? found : -found - 2;
  }
}
