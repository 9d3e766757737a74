package org.gpurma.service.examples;

import java.util.List;

/**
 * A job to begin with.
 *
 * @param name of its folder
 * @param description what its spec says of itself; empty where it says nothing
 * @param files all that belong to it, the spec first
 */
public record Example(String name, String description, List<File> files) {
  /** The spec of every example. */
  public static final String SPEC = "job.yaml";

  /**
   * @param name relative to the folder, with slashes
   */
  public record File(String name, long bytes) {}
}
