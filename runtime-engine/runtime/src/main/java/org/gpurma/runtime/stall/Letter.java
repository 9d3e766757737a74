package org.gpurma.runtime.stall;

/** A message between the stall watches of two processes. */
sealed interface Letter {

  /** The process at the other end. */
  int process();

  /** Counts up from question to question; a reply names that of its question. */
  int round();

  record Question(int process, int round) implements Letter {}

  record Reply(int process, int round, Answer answer) implements Letter {}
}
