package org.gpurma.runtime.records;

/** A window as ranks name it: communicator in bit 8, slot below. */
public final class WindowHandle {

  public static final int WORLD = 0;
  public static final int DEVICE = 1;
  public static final int COMMUNICATORS = 2;

  /** Windows alive at a time, per communicator. */
  public static final int SLOTS = 64;

  /** Of a counting notification, which belongs to no window. */
  public static final int NO_WINDOW = 0xffff;

  public static final int SLOT_MASK = 0xff;
  public static final int COMMUNICATOR_SHIFT = 8;

  private WindowHandle() {}

  public static int communicator(int window) {
    return window >>> COMMUNICATOR_SHIFT;
  }

  public static int slot(int window) {
    return window & SLOT_MASK;
  }

  public static boolean isValid(int window) {
    return communicator(window) < COMMUNICATORS && slot(window) < SLOTS;
  }

  /** For messages: "window 3 of WORLD". */
  public static String describe(int window) {
    return "window %d of %s"
        .formatted(slot(window), communicator(window) == WORLD ? "WORLD" : "DEVICE");
  }
}
