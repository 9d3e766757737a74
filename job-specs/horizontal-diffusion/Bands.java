import static java.lang.foreign.MemoryLayout.PathElement.groupElement;
import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.gpurma.host.CStruct;
import org.gpurma.host.DeviceMemory;
import org.gpurma.host.MpiCuda;
import org.gpurma.host.MpiCudaRuntime.Enqueued;
import org.gpurma.host.StepTimer.Part;

/**
 * The kernels of one set of fields and the exchange of its edges with the GPUs above and below. A
 * step swaps input and output, so there are two of everything.
 */
final class Bands {

  /** As in mpi-cuda.cu. */
  private static final StructLayout ARGUMENT =
      CStruct.of(
          Fields.LAYOUT.withName("where"),
          ADDRESS.withName("kept"),
          JAVA_INT.withName("set"),
          JAVA_INT.withName("height"),
          JAVA_INT.withName("swapped"));

  private final List<Map<String, Enqueued>> kernels = new ArrayList<>();
  private final List<Map<Fields.Field, MpiCuda.Exchange>> edges = new ArrayList<>();
  private int swapped;
  private Part part = Part.EVERYTHING;

  Bands(
      MpiCuda cuda,
      Fields fields,
      int set,
      int blocks,
      int threads,
      int height,
      DeviceMemory memory,
      DeviceMemory kept) {
    for (int parity = 0; parity < 2; parity++) {
      MemorySegment argument = Arena.ofAuto().allocate(ARGUMENT);
      fields.pass(argument, memory);
      argument.set(ADDRESS, offset("kept"), kept.pointer());
      argument.set(JAVA_INT, offset("set"), set);
      argument.set(JAVA_INT, offset("height"), height);
      argument.set(JAVA_INT, offset("swapped"), parity);
      Map<String, Enqueued> named = new HashMap<>();
      for (String name : List.of("lap", "flx", "out", "keep")) {
        named.put(name, cuda.kernel(name, blocks, threads, argument));
      }
      kernels.add(named);
      edges.add(exchanges(cuda, fields, set, parity, memory));
    }
  }

  private static Map<Fields.Field, MpiCuda.Exchange> exchanges(
      MpiCuda cuda, Fields fields, int set, int parity, DeviceMemory memory) {
    Map<Fields.Field, MpiCuda.Exchange> made = new EnumMap<>(Fields.Field.class);
    for (Fields.Field field : List.of(Fields.Field.IN, Fields.Field.LAP, Fields.Field.FLI)) {
      Fields.Field place =
          field == Fields.Field.IN && parity == 1 ? Fields.Field.OUT : field;
      int tag = 8 * set + 2 * field.ordinal();
      MpiCuda.Exchange exchange = cuda.exchange();
      if (cuda.process() > 0) {
        exchange
            .send(fields.row(memory, set, place, 0), cuda.process() - 1, tag)
            .receive(fields.row(memory, set, place, -1), cuda.process() - 1, tag + 1);
      }
      if (cuda.process() + 1 < cuda.processes()) {
        exchange
            .send(fields.row(memory, set, place, fields.rows() - 1), cuda.process() + 1, tag + 1)
            .receive(fields.row(memory, set, place, fields.rows()), cuda.process() + 1, tag);
      }
      made.put(field, exchange);
    }
    return made;
  }

  private static long offset(String field) {
    return ARGUMENT.byteOffset(groupElement(field));
  }

  /** What {@link #begin}, {@link #end} and the stencils do from here on. */
  void only(Part wanted) {
    part = wanted;
  }

  void begin(Fields.Field field) {
    if (part.communicates()) {
      edges.get(swapped).get(field).begin();
    }
  }

  void end(Fields.Field field) {
    if (part.communicates()) {
      edges.get(swapped).get(field).end();
    }
  }

  void exchange(Fields.Field field) {
    begin(field);
    end(field);
  }

  /** Enqueues lap, flx or out; out makes the output the next input. */
  void compute(String stencil) {
    if (part.computes()) {
      kernels.get(swapped).get(stencil).enqueue();
    }
    if (stencil.equals("out")) {
      swapped = 1 - swapped;
    }
  }

  /** Enqueues a copy of the input for the check. */
  void keep() {
    kernels.get(swapped).get("keep").enqueue();
  }
}
