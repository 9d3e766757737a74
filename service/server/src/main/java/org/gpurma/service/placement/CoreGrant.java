package org.gpurma.service.placement;

import java.util.List;

/**
 * The cores of one process.
 *
 * @param cpus hardware threads, in ascending order
 * @param exclusive whether they are nobody else's
 * @param near whether all are near its GPU
 * @param missing cores that its GPU's share has more
 */
record CoreGrant(List<Integer> cpus, boolean exclusive, boolean near, int missing) {
  CoreGrant {
    cpus = List.copyOf(cpus);
  }
}
