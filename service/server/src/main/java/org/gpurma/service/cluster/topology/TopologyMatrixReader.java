package org.gpurma.service.cluster.topology;

import static org.gpurma.service.cluster.topology.TopologyMatrix.SOURCE;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.gpurma.service.cluster.CpuList;
import org.gpurma.service.cluster.topology.TopologyMatrix.Affinity;

/** Reads the matrix row by row, then the legend of the NICs where there is one. */
final class TopologyMatrixReader {
  private static final Pattern NVLINK = Pattern.compile("NV([1-9]\\d{0,2})");
  private static final String NUMBERED_NIC = "NIC\\d+";

  private final TableText text;
  private final List<List<Link>> links = new ArrayList<>();
  private final List<Affinity> affinities = new ArrayList<>();

  TopologyMatrixReader(TableText text) {
    this.text = text;
  }

  TopologyMatrix read() {
    text.skipBlankLines();
    MatrixHeader header = MatrixHeader.read(text);
    for (int row = 0; row < header.devices(); row++) {
      read(header, row);
    }
    if (text.hasRow()) {
      throw text.line().getFirst().unreadable(SOURCE, "an empty line behind the last row");
    }
    return new TopologyMatrix(header.gpus(), names(header), links, affinities);
  }

  private void read(MatrixHeader header, int row) {
    Token place = text.place();
    List<Token> words = text.line();
    Token name = words.isEmpty() ? place : words.getFirst();
    if (!name.text().equals(header.device(row))) {
      throw name.unreadable(SOURCE, "the row of " + header.device(row));
    }
    List<Link> line = new ArrayList<>();
    for (int column = 0; column < header.devices(); column++) {
      Token word = at(words, 1 + column);
      Link link = link(word);
      requirePlausible(word, link, row, column);
      if (link.lanes() > 0 && Math.max(row, column) >= header.gpus()) {
        throw word.unreadable(SOURCE, "PIX, PXB, PHB, NODE, SYS or SOC between a GPU and a NIC");
      }
      line.add(link);
    }
    links.add(line);
    List<Token> rest = words.subList(1 + header.devices(), words.size());
    if (row < header.gpus()) {
      affinities.add(affinity(header, rest, words.getLast().end()));
    } else if (!rest.isEmpty()) {
      throw rest.getFirst().unreadable(SOURCE, "the end of the row of a NIC");
    }
  }

  private static Token at(List<Token> words, int index) {
    return index < words.size() ? words.get(index) : words.getLast().end();
  }

  private static Link link(Token word) {
    Matcher nvlink = NVLINK.matcher(word.text());
    if (nvlink.matches()) {
      return new Link(Link.Kind.NVLINK, Integer.parseInt(nvlink.group(1)));
    }
    return switch (word.text()) {
      case "X" -> Link.SELF;
      case "PIX" -> Link.of(Link.Kind.PIX);
      case "PXB" -> Link.of(Link.Kind.PXB);
      case "PHB" -> Link.of(Link.Kind.PHB);
      case "NODE" -> Link.of(Link.Kind.NODE);
      case "SYS", "SOC" -> Link.SYS;
      default -> throw word.unreadable(SOURCE, "X, NV#, PIX, PXB, PHB, NODE, SYS or SOC");
    };
  }

  /** A device is connected to itself only, and to another as that one is to it. */
  private void requirePlausible(Token word, Link link, int row, int column) {
    if ((row == column) != link.equals(Link.SELF)) {
      throw word.unreadable(SOURCE, row == column ? "X" : "a connection to another device");
    }
    if (column < row && !links.get(column).get(row).equals(link)) {
      throw word.unreadable(
          SOURCE, links.get(column).get(row).word() + " as in the other half of the matrix");
    }
  }

  /** All columns or none: which one is left empty could only be guessed. */
  private static Affinity affinity(MatrixHeader header, List<Token> words, Token end) {
    if (words.isEmpty()) {
      return Affinity.UNKNOWN;
    }
    List<MatrixHeader.Title> titles = header.titles();
    if (words.size() != titles.size()) {
      throw (words.size() > titles.size() ? words.get(titles.size()) : end)
          .unreadable(SOURCE, "a row that fills its " + titles.size() + " columns of affinity");
    }
    List<Integer> cpus = List.of();
    List<Integer> numaNodes = List.of();
    for (int i = 0; i < words.size(); i++) {
      switch (titles.get(i)) {
        case CPU_AFFINITY -> cpus = numbers(words.get(i), "CPUs");
        case NUMA_AFFINITY -> numaNodes = numbers(words.get(i), "NUMA nodes");
        case GPU_NUMA_ID -> numbers(words.get(i), "NUMA nodes");
      }
    }
    return new Affinity(cpus, numaNodes);
  }

  private static List<Integer> numbers(Token word, String what) {
    if (word.text().equals("N/A")) {
      return List.of();
    }
    try {
      return CpuList.parse(word.text());
    } catch (IllegalArgumentException _) {
      throw word.unreadable(SOURCE, "a list of " + what + " such as 0-3,8, or N/A");
    }
  }

  private List<String> names(MatrixHeader header) {
    if (header.nics().stream().noneMatch(nic -> nic.matches(NUMBERED_NIC))) {
      return header.nics().stream().map(Token::text).toList();
    }
    Map<String, String> legend = legend();
    return header.nics().stream().map(nic -> name(nic, legend)).toList();
  }

  private static String name(Token nic, Map<String, String> legend) {
    if (!nic.matches(NUMBERED_NIC)) {
      return nic.text();
    }
    String name = legend.get(nic.text());
    if (name == null) {
      throw nic.unreadable(SOURCE, "a NIC that the NIC legend names");
    }
    return name;
  }

  /** Lines such as {@code NIC0: mlx5_0}. */
  private Map<String, String> legend() {
    Map<String, String> legend = new HashMap<>();
    while (!text.atEnd()) {
      List<Token> words = text.line();
      if (words.size() == 2 && words.getFirst().matches(NUMBERED_NIC + ":")) {
        String nic = words.getFirst().text();
        Token name = words.get(1);
        if (!name.matches(MatrixHeader.NIC_NAME) || legend.containsValue(name.text())) {
          throw name.unreadable(SOURCE, "the name of another NIC, such as mlx5_0");
        }
        legend.put(nic.substring(0, nic.length() - 1), name.text());
      }
    }
    return legend;
  }
}
