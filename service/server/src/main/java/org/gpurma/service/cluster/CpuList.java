package org.gpurma.service.cluster;

import java.util.ArrayList;
import java.util.List;

/** CPU lists as Linux writes them: {@code 0-3,8}. */
public final class CpuList {
  private CpuList() {}

  public static List<Integer> parse(String text) {
    var cpus = new ArrayList<Integer>();
    for (String range : text.trim().split(",")) {
      String[] ends = range.trim().split("-", 2);
      int first = Integer.parseInt(ends[0]);
      int last = ends.length == 1 ? first : Integer.parseInt(ends[1]);
      for (int cpu = first; cpu <= last; cpu++) {
        cpus.add(cpu);
      }
    }
    return cpus;
  }

  public static String format(List<Integer> cpus) {
    var text = new StringBuilder();
    for (int i = 0; i < cpus.size(); i++) {
      int first = cpus.get(i);
      int last = first;
      while (i + 1 < cpus.size() && cpus.get(i + 1) == last + 1) {
        last = cpus.get(++i);
      }
      text.append(text.isEmpty() ? "" : ",").append(first);
      if (last > first) {
        text.append('-').append(last);
      }
    }
    return text.toString();
  }
}
