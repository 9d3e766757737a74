import static java.lang.foreign.MemoryLayout.PathElement.groupElement;
import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.util.ArrayList;
import java.util.List;
import org.gpurma.host.CStruct;
import org.gpurma.host.DeviceMemory;
import org.gpurma.host.MpiCuda;
import org.gpurma.host.MpiCudaRuntime.Enqueued;
import org.gpurma.host.StepTimer.Part;

/** The product on a grid of GPUs by plain kernels and MPI: of whole vectors a GPU. */
final class Kernels {

  /** As in mpi-cuda.cu. */
  private static final StructLayout PRODUCT =
      CStruct.of(
          BlockMemory.LAYOUT.withName("a"),
          ADDRESS.withName("b"),
          ADDRESS.withName("factor"),
          JAVA_DOUBLE.withName("given"),
          ADDRESS.withName("x"));

  private static final StructLayout PAIR =
      CStruct.of(ADDRESS.withName("to"), ADDRESS.withName("from"), JAVA_INT.withName("length"));

  private final MpiCuda cuda;
  private final Matrix matrix;
  private final int blocks;
  private final int threads;
  private final int row;
  private final int column;
  final DeviceMemory b;
  final DeviceMemory x;
  private final MemorySegment product = Arena.ofAuto().allocate(PRODUCT);
  private final Enqueued multiply;
  private final List<MpiCuda.Exchange> broadcast = new ArrayList<>();

  /** A round of the reduction: at most one of a message and an addition. */
  private record Round(MpiCuda.Exchange exchange, Enqueued addition) {}

  private final List<Round> reduction = new ArrayList<>();

  Kernels(MpiCuda cuda, Matrix matrix, int blocks, int threads, double[] first) {
    this.cuda = cuda;
    this.matrix = matrix;
    this.blocks = blocks;
    this.threads = threads;
    row = cuda.process() % matrix.gridRows();
    column = cuda.process() / matrix.gridRows();
    b = BlockMemory.filled(cuda::allocate, MemorySegment.ofArray(first));
    x = BlockMemory.zeros(cuda::allocate, matrix.height());
    new BlockMemory(matrix, cuda.process(), cuda::allocate).pass(product);
    product.set(ADDRESS, PRODUCT.byteOffset(groupElement("b")), b.pointer());
    product.set(ADDRESS, PRODUCT.byteOffset(groupElement("x")), x.pointer());
    scaleBy(1);
    multiply = cuda.kernel("multiply_rows", blocks, threads, product);
    planBroadcast();
    planReduction();
  }

  /** A factor of the next products. */
  void scaleBy(double factor) {
    product.set(JAVA_DOUBLE, PRODUCT.byteOffset(groupElement("given")), factor);
  }

  /** The factor is on the GPU. */
  void scaleBy(DeviceMemory factor) {
    product.set(ADDRESS, PRODUCT.byteOffset(groupElement("factor")), factor.pointer());
  }

  /** A kernel of two vectors; {@code name} says which. */
  Enqueued ofPair(String name, int grid, DeviceMemory to, DeviceMemory from, int length) {
    MemorySegment pair = Arena.ofAuto().allocate(PAIR);
    pair.set(ADDRESS, PAIR.byteOffset(groupElement("to")), to.pointer());
    pair.set(ADDRESS, PAIR.byteOffset(groupElement("from")), from.pointer());
    pair.set(JAVA_INT, PAIR.byteOffset(groupElement("length")), length);
    return cuda.kernel(name, grid, threads, pair);
  }

  int blocks() {
    return blocks;
  }

  int row() {
    return row;
  }

  int column() {
    return column;
  }

  int gpu(int ofRow, int ofColumn) {
    return ofColumn * matrix.gridRows() + ofRow;
  }

  private void planBroadcast() {
    for (int step = Integer.highestOneBit(2 * matrix.gridRows() - 1) / 2; step >= 1; step /= 2) {
      MpiCuda.Exchange exchange = cuda.exchange();
      if (row % (2 * step) == 0 && row + step < matrix.gridRows()) {
        exchange.send(b, gpu(row + step, column), 0);
      } else if (row % (2 * step) == step) {
        exchange.receive(b, gpu(row - step, column), 0);
      }
      broadcast.add(exchange);
    }
  }

  private void planReduction() {
    for (int step = 1; step < matrix.gridColumns(); step *= 2) {
      if (column % (2 * step) == step) {
        reduction.add(
            new Round(cuda.exchange().send(x, gpu(row, column - step), 1), () -> {}));
      } else if (column % (2 * step) == 0 && column + step < matrix.gridColumns()) {
        DeviceMemory inbox = BlockMemory.zeros(cuda::allocate, matrix.height());
        reduction.add(
            new Round(
                cuda.exchange().receive(inbox, gpu(row, column + step), 1),
                ofPair("add_vector", blocks, x, inbox, matrix.height())));
      }
    }
  }

  /** The vector from the GPUs of row 0 to all. */
  void broadcast(Part part) {
    if (part.communicates()) {
      broadcast.forEach(MpiCuda.Exchange::run);
    }
  }

  /** The product onto the GPUs of column 0. */
  void multiply(Part part) {
    if (part.computes()) {
      multiply.enqueue();
    }
    for (Round round : reduction) {
      if (part.communicates()) {
        round.exchange().run();
      }
      if (part.computes()) {
        round.addition().enqueue();
      }
    }
  }
}
