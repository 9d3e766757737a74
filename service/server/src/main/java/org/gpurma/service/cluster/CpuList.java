package org.gpurma.service.cluster;

import java.util.List;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** CPU lists as Linux writes them: {@code 0-3,8}. */
public final class CpuList {
  /** More than Linux can be built for. */
  private static final int MOST_CPUS = 65_536;

  private static final Pattern RANGE = Pattern.compile("(\\d{1,5})(?:-(\\d{1,5}))?");

  private CpuList() {}

  /**
   * In ascending order, each once.
   *
   * @throws IllegalArgumentException where the text is no such list
   */
  public static List<Integer> parse(String text) {
    var cpus = new TreeSet<Integer>();
    for (String range : text.trim().split(",", -1)) {
      Matcher matcher = RANGE.matcher(range.trim());
      if (!matcher.matches()) {
        throw bad(text);
      }
      int first = Integer.parseInt(matcher.group(1));
      int last = matcher.group(2) == null ? first : Integer.parseInt(matcher.group(2));
      if (last < first || last >= MOST_CPUS) {
        throw bad(text);
      }
      for (int cpu = first; cpu <= last; cpu++) {
        cpus.add(cpu);
      }
    }
    return List.copyOf(cpus);
  }

  private static IllegalArgumentException bad(String text) {
    return new IllegalArgumentException("'" + text + "' is no CPU list such as 0-3,8");
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
