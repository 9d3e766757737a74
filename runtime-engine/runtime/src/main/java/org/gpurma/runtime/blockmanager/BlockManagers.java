package org.gpurma.runtime.blockmanager;

import java.util.List;
import java.util.stream.Stream;
import org.gpurma.runtime.queue.EntryPoller;

/** The block managers of a process, in the order of their ranks. The command thread's. */
public final class BlockManagers {

  /**
   * Ranks that are looked at between two looks at the one that spoke last. Who waits for the answer
   * to a put asks again soon, and a look at all ranks takes as long as a message.
   */
  private static final int STRETCH = 16;

  private final BlockManager[] managers;
  private final EntryPoller poller;

  /** Managers, by index, with open ends. */
  private final int[] open;

  private final boolean[] isOpen;
  private int openCount;
  private int turn;

  /** The rank, by index, whose commands were executed last, if there was no more. */
  private int recent = EntryPoller.NONE;

  public BlockManagers(List<BlockManager> managers) {
    this.managers = managers.toArray(BlockManager[]::new);
    poller = new EntryPoller(managers.size());
    open = new int[managers.size()];
    isOpen = new boolean[managers.size()];
    for (int i = 0; i < this.managers.length; i++) {
      poller.await(i, this.managers[i].commands());
    }
  }

  public BlockManager get(int index) {
    return managers[index];
  }

  public int count() {
    return managers.length;
  }

  /** By rank, entries of the command queues that are done with, modulo 2^32. */
  List<Integer> entriesDone() {
    return Stream.of(managers).map(BlockManager::entriesDone).toList();
  }

  /** Whether everything that the ranks asked for has left this process. */
  public boolean areIdle() {
    return openCount == 0 && poller.next(0, managers.length) == EntryPoller.NONE;
  }

  /** Returns whether there was anything to do. */
  public boolean work() {
    // Each is the first one in turn: they compete for transfers.
    turn = turn + 1 < managers.length ? turn + 1 : 0;
    boolean worked = work(turn, managers.length);
    worked |= work(0, turn);
    return tieUp() || worked;
  }

  private boolean work(int first, int end) {
    boolean worked = false;
    for (int start = first; start < end; start += STRETCH) {
      if (recent != EntryPoller.NONE && poller.has(recent)) {
        worked |= execute(recent);
      }
      worked |= executeAll(start, Math.min(start + STRETCH, end));
    }
    return worked;
  }

  private boolean executeAll(int first, int end) {
    boolean worked = false;
    for (int i = poller.next(first, end); i != EntryPoller.NONE; i = poller.next(i + 1, end)) {
      worked |= execute(i);
    }
    return worked;
  }

  private boolean execute(int index) {
    BlockManager manager = managers[index];
    boolean worked = manager.execute();
    if (worked) {
      poller.await(index, manager.commands());
      // One that has more to say than it may in a row has to wait for its turn.
      recent = poller.has(index) ? EntryPoller.NONE : index;
    }
    if (!isOpen[index] && manager.hasOpenEnds()) {
      isOpen[index] = true;
      open[openCount++] = index;
    }
    return worked;
  }

  private boolean tieUp() {
    boolean worked = false;
    for (int k = openCount - 1; k >= 0; k--) {
      int index = open[k];
      worked |= managers[index].tieUp();
      if (!managers[index].hasOpenEnds()) {
        isOpen[index] = false;
        open[k] = open[--openCount];
      }
    }
    return worked;
  }
}
