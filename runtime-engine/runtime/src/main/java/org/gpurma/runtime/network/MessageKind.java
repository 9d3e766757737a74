package org.gpurma.runtime.network;

import org.gpurma.runtime.failure.Failure;
import org.gpurma.runtime.failure.FailureException;

/** What a message between runtime processes says; its code travels. */
public enum MessageKind {
  /** Zeroed memory: never sent. */
  NONE(0),
  /** Payload for a window, perhaps with a notification. */
  PUT(1),
  /** All ranks of a process arrived at a WORLD barrier. */
  BARRIER_ARRIVE(2),
  /** All processes arrived. */
  BARRIER_RELEASE(3),
  /** A process failed and says why itself; everybody ends. */
  FAIL(4),
  /**
   * The last message of a process, but for answers to questions: its kernel has ended and
   * everything it sent is on the way before this.
   */
  DRAINED(5),
  /** Announces a put whose bytes follow as data of a transfer. */
  PUT_BULK(6),
  /** Asks for bytes of a window. */
  GET(7),
  /** The bytes of a small get. */
  GET_REPLY(8),
  /** Announces the bytes of a get, which follow as data of a transfer. */
  GET_BULK(9),
  /**
   * The first process whose kernel runs asks how a process stands: whether it may be part of a
   * deadlock.
   */
  WAIT_QUESTION(10),
  /** How it stands; the answer follows the header. */
  WAIT_ANSWER(11);

  private static final MessageKind[] BY_CODE = values();

  private final int code;

  MessageKind(int code) {
    this.code = code;
  }

  int code() {
    return code;
  }

  static MessageKind of(int code) {
    if (code <= NONE.code || code >= BY_CODE.length) {
      throw new FailureException(
          new Failure.NetworkError("a message of unknown kind " + code + " arrived"));
    }
    return BY_CODE[code];
  }
}
