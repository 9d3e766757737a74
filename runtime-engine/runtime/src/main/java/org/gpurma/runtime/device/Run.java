package org.gpurma.runtime.device;

/** A launched kernel. */
public interface Run {

  /** Never blocks. */
  RunState poll();
}
