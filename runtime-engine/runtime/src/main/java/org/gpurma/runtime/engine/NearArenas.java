package org.gpurma.runtime.engine;

import java.util.List;
import org.gpurma.runtime.topology.NearProcesses;

/**
 * The arenas that the ranks of this process reach.
 *
 * @param bases of the near processes' arenas as mapped in this process, in order, the own included
 */
public record NearArenas(NearProcesses processes, List<Long> bases) {

  public static NearArenas ownOnly(int process, long base) {
    return new NearArenas(NearProcesses.alone(process), List.of(base));
  }
}
