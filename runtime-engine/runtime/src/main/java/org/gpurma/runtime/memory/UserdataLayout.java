package org.gpurma.runtime.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.gpurma.runtime.topology.Facts;
import org.gpurma.wire.UserdataField;

/**
 * Builds the userdata struct of a job: fields in order, each aligned to its size, as a C compiler
 * lays them out.
 */
public final class UserdataLayout {

  private final Facts facts;
  private final Map<String, Long> bufferAddresses;

  public UserdataLayout(Facts facts, Map<String, Long> bufferAddresses) {
    this.facts = facts;
    this.bufferAddresses = bufferAddresses;
  }

  /** The struct's bytes; none where there are no fields. */
  public MemorySegment build(List<UserdataField> fields, Arena arena) {
    List<Placed> placed = new ArrayList<>();
    long end = 0;
    long alignment = 1;
    for (UserdataField field : fields) {
      FieldKind kind = FieldKind.of(field);
      long offset = align(end, kind.bytes());
      List<? extends Number> values = values(field);
      placed.add(new Placed(field, kind, offset, values));
      end = offset + (long) kind.bytes() * values.size();
      alignment = Math.max(alignment, kind.bytes());
    }
    MemorySegment struct = arena.allocate(align(end, alignment), Long.BYTES);
    placed.forEach(field -> field.write(struct));
    return struct;
  }

  private List<? extends Number> values(UserdataField field) {
    return switch (field.getSourceCase()) {
      case VALUES ->
          field.getValues().getRealsCount() > 0
              ? field.getValues().getRealsList()
              : field.getValues().getIntegersList();
      case FACT -> List.of(facts.valueOf(field.getFact()));
      case BUFFER -> List.of(addressOf(field));
      case SOURCE_NOT_SET -> throw FieldKind.bad(field, "has no value, fact or buffer");
    };
  }

  private Long addressOf(UserdataField field) {
    Long address = bufferAddresses.get(field.getBuffer());
    if (address == null) {
      throw FieldKind.bad(field, "names buffer " + field.getBuffer() + ", which does not exist");
    }
    return address;
  }

  private static long align(long offset, long alignment) {
    return Math.ceilDiv(offset, alignment) * alignment;
  }

  private record Placed(
      UserdataField field, FieldKind kind, long offset, List<? extends Number> values) {

    void write(MemorySegment struct) {
      for (int i = 0; i < values.size(); i++) {
        kind.put(struct, offset + (long) i * kind.bytes(), field, values.get(i));
      }
    }
  }
}
