package org.gpurma.runtime.network.openmpi;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import mpi.MPI;
import mpi.MPIException;
import mpi.Prequest;
import org.gpurma.runtime.network.InboundMessage;
import org.gpurma.runtime.network.NetworkManager;
import org.gpurma.runtime.network.OutboundMessage;

/**
 * Posted receives from any source. MPI fills them in the order of their posting, and they are
 * looked at in that order, so messages of one source keep theirs. Persistent requests: receiving
 * allocates nothing.
 */
final class OpenMpiNetwork implements NetworkManager {

  static final int TAG = 1;
  static final int FIRST_DATA_TAG = 2;

  private final Prequest[] receives;

  /** Slots in the order of their posting, a ring. */
  private final int[] posted;

  private int first;
  private int count;

  OpenMpiNetwork(MemorySegment memory, int slotBytes) throws MPIException {
    receives = new Prequest[Math.toIntExact(memory.byteSize() / slotBytes)];
    posted = new int[receives.length];
    for (int i = 0; i < receives.length; i++) {
      ByteBuffer buffer = memory.asSlice((long) i * slotBytes, slotBytes).asByteBuffer();
      receives[i] = MPI.COMM_WORLD.recvInit(buffer, slotBytes, MPI.BYTE, MPI.ANY_SOURCE, TAG);
      release(i);
    }
  }

  @Override
  public OutboundMessage outbound(MemorySegment memory) {
    return new OpenMpiMessage(memory.asByteBuffer());
  }

  @Override
  public InboundMessage inbound(MemorySegment memory) {
    return new OpenMpiInbound(memory.asByteBuffer());
  }

  @Override
  public int receive() {
    try {
      if (count == 0 || !receives[posted[first]].test()) {
        return NOTHING;
      }
    } catch (MPIException e) {
      throw OpenMpiWorld.failed("receiving a message", e);
    }
    int slot = posted[first];
    first = first + 1 == posted.length ? 0 : first + 1;
    count--;
    return slot;
  }

  @Override
  public void release(int slot) {
    try {
      receives[slot].start();
    } catch (MPIException e) {
      throw OpenMpiWorld.failed("MPI_Start", e);
    }
    int end = first + count;
    posted[end < posted.length ? end : end - posted.length] = slot;
    count++;
  }
}
