package org.gpurma.runtime.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.gpurma.host.RankInfo;
import org.gpurma.wire.Fact;
import org.gpurma.wire.UserdataField;

/**
 * Builds the userdata struct of a job: fields in order, each aligned to its size, as a C compiler
 * lays them out.
 */
public final class UserdataLayout {

  private final RankInfo rankInfo;
  private final Map<String, Long> bufferAddresses;

  public UserdataLayout(RankInfo rankInfo, Map<String, Long> bufferAddresses) {
    this.rankInfo = rankInfo;
    this.bufferAddresses = bufferAddresses;
  }

  /** Size of the struct, whatever its values are. */
  public static long bytes(List<UserdataField> fields) {
    return structBytes(place(fields));
  }

  /** The struct's bytes; none where there are no fields. */
  public MemorySegment build(List<UserdataField> fields, Arena arena) {
    List<Placed> placed = place(fields);
    MemorySegment struct = arena.allocate(structBytes(placed), Long.BYTES);
    placed.forEach(field -> field.write(struct, values(field.field())));
    return struct;
  }

  private static List<Placed> place(List<UserdataField> fields) {
    List<Placed> placed = new ArrayList<>();
    long end = 0;
    for (UserdataField field : fields) {
      FieldKind kind = FieldKind.of(field);
      placed.add(new Placed(field, kind, align(end, kind.bytes())));
      end = placed.getLast().end();
    }
    return placed;
  }

  private static long structBytes(List<Placed> fields) {
    long alignment = fields.stream().mapToLong(field -> field.kind().bytes()).max().orElse(1);
    return fields.isEmpty() ? 0 : align(fields.getLast().end(), alignment);
  }

  private List<? extends Number> values(UserdataField field) {
    return switch (field.getSourceCase()) {
      case VALUES -> literals(field);
      case FACT -> List.of(fact(field));
      case BUFFER -> List.of(addressOf(field));
      case SOURCE_NOT_SET -> throw FieldKind.bad(field, "has no value, fact or buffer");
    };
  }

  private Integer fact(UserdataField field) {
    Fact fact = field.getFact();
    return switch (fact) {
      case RANK_COUNT -> rankInfo.rankCount();
      case RANK_RESPONSIBLE -> rankInfo.rankResponsible();
      case RANK_START -> rankInfo.rankStart();
      case DEVICE_COUNT -> rankInfo.deviceCount();
      case DEVICE_INDEX -> rankInfo.deviceIndex();
      case NODE_COUNT -> rankInfo.nodeCount();
      case NODE_INDEX -> rankInfo.nodeIndex();
      case PROCESS_COUNT -> rankInfo.processCount();
      case PROCESS_INDEX -> rankInfo.processIndex();
      case FACT_UNSPECIFIED, UNRECOGNIZED ->
          throw FieldKind.bad(field, "asks for a fact that this runtime does not know");
    };
  }

  private Long addressOf(UserdataField field) {
    Long address = bufferAddresses.get(field.getBuffer());
    if (address == null) {
      throw FieldKind.bad(field, "names buffer " + field.getBuffer() + ", which does not exist");
    }
    return address;
  }

  private static List<? extends Number> literals(UserdataField field) {
    return field.getValues().getRealsCount() > 0
        ? field.getValues().getRealsList()
        : field.getValues().getIntegersList();
  }

  private static long align(long offset, long alignment) {
    return Math.ceilDiv(offset, alignment) * alignment;
  }

  private record Placed(UserdataField field, FieldKind kind, long offset) {

    long end() {
      int count =
          switch (field.getSourceCase()) {
            case VALUES -> literals(field).size();
            case FACT, BUFFER, SOURCE_NOT_SET -> 1;
          };
      return offset + (long) kind.bytes() * count;
    }

    void write(MemorySegment struct, List<? extends Number> values) {
      for (int i = 0; i < values.size(); i++) {
        kind.put(struct, offset + (long) i * kind.bytes(), field, values.get(i));
      }
    }
  }
}
