package org.gpurma.runtime.device;

/** A launched kernel. */
public interface Run {

  /** Never blocks. */
  RunState poll();

  /** Whether a block has returned, where the device tells: a GPU does not while others run. */
  default boolean hasReturned(int block) {
    return false;
  }
}
