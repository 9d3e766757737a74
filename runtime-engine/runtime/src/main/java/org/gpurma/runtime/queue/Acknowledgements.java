package org.gpurma.runtime.queue;

import java.util.ArrayDeque;
import org.gpurma.runtime.records.EntryDescriptor;

/**
 * Answers to a rank's commands. A rank waits for an answer before it asks again, so what waits for
 * room here stays short.
 */
public final class Acknowledgements {

  private final FlaggedQueueWriter ring;
  private final ArrayDeque<Answer> waiting = new ArrayDeque<>();

  private record Answer(int opcode, int token, long value) {}

  /** Takes a ring of four-piece entries. */
  public Acknowledgements(FlaggedQueueWriter ring) {
    this.ring = ring;
  }

  public void post(int opcode, int token, long value) {
    if (waiting.isEmpty() && ring.hasRoom()) {
      write(opcode, token, value);
    } else {
      waiting.add(new Answer(opcode, token, value));
    }
  }

  public boolean isEmpty() {
    return waiting.isEmpty();
  }

  /** Writes what found no room before; returns whether there was any. */
  public boolean retry() {
    int before = waiting.size();
    while (!waiting.isEmpty() && ring.hasRoom()) {
      Answer answer = waiting.remove();
      write(answer.opcode(), answer.token(), answer.value());
    }
    return waiting.size() != before;
  }

  private void write(int opcode, int token, long value) {
    int done = 0;
    // The head last: a rank that sees it sees the whole answer.
    for (int piece = EntryDescriptor.PIECES - 1; piece > 1; piece--) {
      ring.writePiece(piece, 0, 0, 0);
    }
    ring.writePiece(1, (int) value, (int) (value >>> Integer.SIZE), 0);
    ring.writePiece(0, opcode, token, done);
    ring.advance();
  }
}
