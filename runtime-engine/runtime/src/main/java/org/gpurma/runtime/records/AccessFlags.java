package org.gpurma.runtime.records;

/** What an access does to its target, in commands and in the headers of lanes. */
public final class AccessFlags {

  /** Adds a notification to the target's queue. */
  public static final int NOTIFIES = 1;

  /** Raises the target's counter of the access's tag. */
  public static final int COUNTS = 2;

  /** In headers: the bytes are in the window, or have been read from it, already. */
  public static final int DIRECT = 4;

  private AccessFlags() {}
}
