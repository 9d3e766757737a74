package org.gpurma.service.scheduling;

import java.util.List;

/**
 * What a waiting job could have now.
 *
 * @param shares the nodes that come nearest to what it wants
 * @param missing GPUs that it wants beyond that
 * @param walltime with a walltime of no more than this, in milliseconds, it would fit now; 0 where
 *     its walltime is not what it waits for
 */
public record NearestFit(List<Share> shares, int missing, long walltime) {
  public NearestFit {
    shares = List.copyOf(shares);
  }

  public int gpus() {
    return Packing.gpus(shares);
  }
}
