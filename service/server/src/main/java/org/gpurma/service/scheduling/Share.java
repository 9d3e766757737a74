package org.gpurma.service.scheduling;

/**
 * GPUs of one node for one job.
 *
 * @param node the node's index in the inventory
 * @param gpus how many the job uses
 * @param held how many no other job may use: all of the node, also those out of service, where it
 *     has the node for itself
 */
public record Share(int node, int gpus, int held) {
  static Share of(int node, int gpus) {
    return new Share(node, gpus, gpus);
  }
}
