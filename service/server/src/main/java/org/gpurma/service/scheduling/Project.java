package org.gpurma.service.scheduling;

/**
 * A project and what it may have.
 *
 * @param weight its part of the cluster is its weight over the sum of all
 * @param maxGpus most GPUs it may hold at once; 0: no limit
 * @param averageGpus what it held of late, as a number of GPUs, older use counting less
 */
public record Project(String name, double weight, int maxGpus, double averageGpus) {
  public Project {
    if (weight <= 0) {
      throw new IllegalArgumentException("the weight of project " + name + " must be above 0");
    }
  }

  /** One that nothing is said about. */
  public static Project plain(String name) {
    return new Project(name, 1, 0, 0);
  }
}
