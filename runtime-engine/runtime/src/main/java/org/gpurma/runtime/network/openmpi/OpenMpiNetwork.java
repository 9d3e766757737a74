package org.gpurma.runtime.network.openmpi;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import mpi.MPI;
import mpi.MPIException;
import mpi.Prequest;
import org.gpurma.runtime.network.NetworkManager;
import org.gpurma.runtime.network.OutboundMessage;

/**
 * A ring of posted receives from any source. MPI fills them in the order of their posting, and they
 * are looked at in that order, so messages of one source keep theirs. Persistent requests:
 * receiving allocates nothing.
 */
final class OpenMpiNetwork implements NetworkManager {

  static final int TAG = 1;

  private final Prequest[] receives;
  private int next;
  private int held;

  OpenMpiNetwork(MemorySegment memory, int slotBytes) throws MPIException {
    receives = new Prequest[Math.toIntExact(memory.byteSize() / slotBytes)];
    for (int i = 0; i < receives.length; i++) {
      ByteBuffer buffer = memory.asSlice((long) i * slotBytes, slotBytes).asByteBuffer();
      receives[i] = MPI.COMM_WORLD.recvInit(buffer, slotBytes, MPI.BYTE, MPI.ANY_SOURCE, TAG);
      receives[i].start();
    }
  }

  @Override
  public OutboundMessage outbound(MemorySegment memory) {
    return new OpenMpiMessage(memory.asByteBuffer());
  }

  @Override
  public int receive() {
    try {
      if (held == receives.length || !receives[next].test()) {
        return NOTHING;
      }
      int slot = next;
      next = (next + 1) % receives.length;
      held++;
      return slot;
    } catch (MPIException e) {
      throw OpenMpiWorld.failed("receiving a message", e);
    }
  }

  @Override
  public void release(int slot) {
    try {
      receives[slot].start();
      held--;
    } catch (MPIException e) {
      throw OpenMpiWorld.failed("MPI_Start", e);
    }
  }
}
