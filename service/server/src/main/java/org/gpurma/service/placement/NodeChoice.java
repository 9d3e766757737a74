package org.gpurma.service.placement;

import java.util.List;

/**
 * Some GPUs of one node, each with a NIC and cores.
 *
 * @param gpus indexes in the node, ascending
 * @param nics index of the NIC of each, -1 for none
 */
record NodeChoice(int[] gpus, int[] nics, List<CoreGrant> cores, PlacementCost cost) {}
