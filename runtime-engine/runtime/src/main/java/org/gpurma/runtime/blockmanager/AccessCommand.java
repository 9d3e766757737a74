package org.gpurma.runtime.blockmanager;

import java.lang.foreign.MemorySegment;
import org.gpurma.runtime.network.MessageHeader;
import org.gpurma.runtime.network.MessageKind;
import org.gpurma.runtime.queue.FlaggedQueueReader;
import org.gpurma.runtime.records.CommandDescriptor;
import org.gpurma.runtime.records.WindowHandle;
import org.gpurma.runtime.topology.JobTopology;

/** The access that a rank's next command asks for. One object a rank, read again and again. */
final class AccessCommand {

  private final FlaggedQueueReader command;
  private final int rank;
  private final JobTopology topology;

  private int flags;
  private int window;
  private int bytes;
  private int firstRank;
  private int target;

  /** Takes the rank in WORLD. */
  AccessCommand(FlaggedQueueReader command, int rank, JobTopology topology) {
    this.command = command;
    this.rank = rank;
    this.topology = topology;
  }

  /** Reads the next command; false where it names a window or a rank that cannot be. */
  boolean read() {
    int head = command.word(CommandDescriptor.HEAD_WORD);
    flags = head >>> CommandDescriptor.FLAGS_SHIFT & CommandDescriptor.BYTE_MASK;
    window = head >>> CommandDescriptor.WINDOW_SHIFT;
    bytes = command.word(CommandDescriptor.ACCESS_BYTES_WORD);
    boolean world = communicator() == WindowHandle.WORLD;
    firstRank = world ? 0 : topology.rankStart();
    target = command.word(CommandDescriptor.TARGET_WORD);
    int size = world ? topology.worldSize() : topology.ranks();
    return bytes >= 0 && target >= 0 && target < size && isPossible();
  }

  int bytes() {
    return bytes;
  }

  int window() {
    return window;
  }

  /** Rank in the window's communicator. */
  int target() {
    return target;
  }

  int process() {
    return topology.processOf(firstRank + target);
  }

  void putHeader(MemorySegment at, MessageKind kind) {
    MessageHeader.putRanks(at, kind, topology.process(), rank, firstRank + target);
    MessageHeader.putAccess(
        at,
        window,
        rank - firstRank,
        command.word(CommandDescriptor.TAG_WORD),
        flags,
        hasWindow() ? Integer.toUnsignedLong(command.word(CommandDescriptor.OFFSET_WORD)) : 0,
        bytes);
  }

  private boolean isPossible() {
    return hasWindow() ? WindowHandle.isValid(window) : bytes == 0;
  }

  private boolean hasWindow() {
    return window != WindowHandle.NO_WINDOW;
  }

  private int communicator() {
    return hasWindow()
        ? WindowHandle.communicator(window)
        : command.word(CommandDescriptor.OFFSET_WORD) & 1;
  }
}
