package org.gpurma.runtime.engine;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.gpurma.runtime.queue.FlaggedQueueWriter;
import org.gpurma.runtime.queue.SharedInts;
import org.gpurma.runtime.records.AccessFlags;
import org.gpurma.runtime.records.CommandDescriptor;
import org.gpurma.runtime.records.EntryDescriptor;
import org.gpurma.runtime.records.HostAreaLayout;
import org.gpurma.runtime.records.LaneDescriptor;
import org.gpurma.runtime.records.QueueSizes;
import org.gpurma.runtime.records.WindowHandle;

/**
 * The device's side of one rank, as far as small puts go, on the host: to warm up with and to
 * measure with.
 */
public final class PlayedRank {

  private static final int WINDOW = 0;

  private final MemorySegment area;
  private final HostAreaLayout layout;
  private final int lanePieces;
  private final FlaggedQueueWriter commands;
  private int answersTaken;
  private int piecesTaken;

  /** Takes the rank's host area, which nobody else uses. */
  public PlayedRank(MemorySegment area, HostAreaLayout layout, QueueSizes sizes) {
    this.area = area;
    this.layout = layout;
    lanePieces = sizes.hostLane();
    commands =
        new FlaggedQueueWriter(
            area, layout.commandRing(), layout.commandConsumed(), sizes.command());
  }

  public boolean hasRoomForPut(int bytes) {
    return commands.hasRoom(1 + CommandDescriptor.payloadEntries(bytes));
  }

  public void put(int target, int bytes) {
    int head =
        CommandDescriptor.PUT
            | AccessFlags.NOTIFIES << CommandDescriptor.FLAGS_SHIFT
            | WINDOW << CommandDescriptor.WINDOW_SHIFT;
    send(head, target, 0, bytes, 0L);
    for (int i = CommandDescriptor.payloadEntries(bytes); i > 0; i--) {
      send(i, i, i, i, i);
    }
  }

  /** Raises a counter of a rank of WORLD. */
  public void count(int target) {
    int head =
        CommandDescriptor.PUT
            | AccessFlags.COUNTS << CommandDescriptor.FLAGS_SHIFT
            | WindowHandle.NO_WINDOW << CommandDescriptor.WINDOW_SHIFT;
    send(head, target, WindowHandle.WORLD, 0, 0L);
  }

  public void finish() {
    send(CommandDescriptor.FINISH, 0, 0, 0, 0);
  }

  /** Takes the next access of so many bytes out of the lane; false while it is not all there. */
  public boolean take(int bytes) {
    int pieces = LaneDescriptor.pieces(bytes);
    int last = piecesTaken + pieces;
    long at = layout.lane() + (long) (last - 1 & lanePieces - 1) * EntryDescriptor.PIECE_BYTES;
    if (SharedInts.getAcquire(area, at + EntryDescriptor.SEQUENCE_OFFSET) != last) {
      return false;
    }
    piecesTaken = last;
    SharedInts.setRelease(area, layout.laneConsumed(), piecesTaken);
    return true;
  }

  public void allocate(int bytes) {
    send(CommandDescriptor.MEM_ALLOC, 0, bytes, 0, 0);
  }

  public void createWindow(long base, int bytes) {
    send(
        CommandDescriptor.WIN_CREATE | WINDOW << CommandDescriptor.WINDOW_SHIFT, 0, bytes, 0, base);
  }

  public void free(long address) {
    send(CommandDescriptor.MEM_FREE, 0, (int) address, (int) (address >>> Integer.SIZE), 0);
  }

  /** Whether the command before has been answered. */
  public boolean hasAnswer() {
    return SharedInts.getAcquire(area, nextAnswer() + EntryDescriptor.SEQUENCE_OFFSET)
        == answersTaken + 1;
  }

  /** The value of the answer to the command before; there is one. */
  public long answer() {
    long at = nextAnswer();
    answersTaken++;
    return area.get(ValueLayout.JAVA_LONG, at + EntryDescriptor.PIECE_BYTES);
  }

  private long nextAnswer() {
    return layout.ackRing() + (long) answersTaken * EntryDescriptor.BYTES;
  }

  /** Words 0, 1, 3, 4 and, low word first, 6 and 7. */
  private void send(int head, int word1, int word3, int word4, long words67) {
    commands.writePiece(0, head, word1, 0);
    commands.writePiece(1, word3, word4, 0);
    commands.writePiece(2, (int) words67, (int) (words67 >>> Integer.SIZE), 0);
    commands.writePiece(3, 0, 0, 0);
    commands.advance();
  }
}
