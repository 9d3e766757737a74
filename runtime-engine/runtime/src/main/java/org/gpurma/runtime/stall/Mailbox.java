package org.gpurma.runtime.stall;

/** A watch's letters to and from other processes. */
interface Mailbox {

  void post(Letter letter);

  /** The letter that came next, or null. */
  Letter poll();

  /** Whether this is the process that searches: all before it have ended, and it has not. */
  boolean mayAsk();
}
