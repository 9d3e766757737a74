package org.gpurma.runtime.topology;

/**
 * Processes, adjacent in WORLD, whose ranks reach each other's memory; the same for each of them.
 */
public record NearProcesses(int first, int count) {

  /** A process that reaches its own GPU only. */
  public static NearProcesses alone(int process) {
    return new NearProcesses(process, 1);
  }

  /**
   * The neighbours on the own node.
   *
   * @param most of them; where there are more, everybody is alone
   */
  public static NearProcesses around(JobTopology topology, int most) {
    int first = topology.process();
    while (first > 0 && isHere(topology, first - 1)) {
      first--;
    }
    int end = topology.process() + 1;
    while (end < topology.processes() && isHere(topology, end)) {
      end++;
    }
    return end - first <= most ? new NearProcesses(first, end - first) : alone(topology.process());
  }

  public int end() {
    return first + count;
  }

  private static boolean isHere(JobTopology topology, int other) {
    return topology.nodeOf(other).equals(topology.nodeOf(topology.process()));
  }
}
