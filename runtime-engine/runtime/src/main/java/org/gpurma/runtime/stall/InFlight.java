package org.gpurma.runtime.stall;

/**
 * What the process itself has under way for its ranks. Any thread may ask. Counts never fall, and a
 * cause counts as done only after its effects were counted: a command after the message that it
 * sends, a message after the pieces that it has written. What the stall watch sends counts nowhere.
 */
public interface InFlight {

  /** Messages handed to the network for other processes. */
  long messagesSent();

  /** Messages of other processes that nothing is left to do for. */
  long messagesHandled();

  /**
   * Entries of a rank's command queue that were taken and nothing is left to do for, modulo 2^32.
   *
   * @param deviceRank index of the rank in this process
   */
  int commandsDone(int deviceRank);

  /** Pieces written into the host's lane of a rank, modulo 2^32. */
  int piecesWritten(int deviceRank);

  /**
   * Whether nothing that was taken up is unfinished: no command, message, copy or answer, and no
   * piece that waits for room in a lane.
   */
  boolean isIdle();
}
