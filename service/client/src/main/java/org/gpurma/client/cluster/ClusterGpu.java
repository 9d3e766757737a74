package org.gpurma.client.cluster;

/**
 * A GPU of a node.
 *
 * @param unusable why no job gets it; null where one may
 * @param heldBy id of the job that has it; null where none has
 */
public record ClusterGpu(
    String uuid, String name, String kind, long memoryMiB, String unusable, String heldBy) {

  boolean isFree() {
    return unusable == null && heldBy == null;
  }
}
