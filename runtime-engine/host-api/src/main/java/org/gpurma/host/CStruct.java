package org.gpurma.host;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.StructLayout;
import java.util.ArrayList;
import java.util.List;

/** Structs as a C compiler lays them out. */
public final class CStruct {

  private CStruct() {}

  /**
   * The members in order, each aligned, with the padding that C puts between and behind them. A
   * member's own layout decides its size: {@code JAVA_INT} is an int, {@code JAVA_LONG} a long or
   * int64_t, {@code JAVA_BOOLEAN} a bool, {@code ADDRESS} a pointer, a {@code sequenceLayout} an
   * array, another struct a nested one.
   */
  public static StructLayout of(MemoryLayout... members) {
    List<MemoryLayout> elements = new ArrayList<>();
    long end = 0;
    long widest = 1;
    for (MemoryLayout member : members) {
      end += pad(elements, end, member.byteAlignment());
      elements.add(member);
      end += member.byteSize();
      widest = Math.max(widest, member.byteAlignment());
    }
    pad(elements, end, widest);
    return MemoryLayout.structLayout(elements.toArray(MemoryLayout[]::new));
  }

  private static long pad(List<MemoryLayout> elements, long end, long alignment) {
    long padding = Math.ceilDiv(end, alignment) * alignment - end;
    if (padding > 0) {
      elements.add(MemoryLayout.paddingLayout(padding));
    }
    return padding;
  }
}
