package org.gpurma.service.cluster.topology;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The first line of {@code nvidia-smi topo -m}: GPUs, then NICs, then what is told of each GPU.
 *
 * @param nics as the columns are titled: by device name, or NIC0 and so on with a legend below
 */
record MatrixHeader(int gpus, List<Token> nics, List<Title> titles) {
  static final String NIC_NAME = "[A-Za-z][A-Za-z0-9_.-]*";

  /** Columns of words rather than links. */
  enum Title {
    CPU_AFFINITY("CPU Affinity"),
    NUMA_AFFINITY("NUMA Affinity"),
    GPU_NUMA_ID("GPU NUMA ID");

    private final List<String> words;

    Title(String text) {
      words = List.of(text.split(" "));
    }

    private static Optional<Title> at(List<Token> line, int index) {
      for (Title title : values()) {
        List<String> here =
            line.subList(index, Math.min(line.size(), index + title.words.size())).stream()
                .map(Token::text)
                .toList();
        if (here.equals(title.words)) {
          return Optional.of(title);
        }
      }
      return Optional.empty();
    }
  }

  static MatrixHeader read(TableText text) {
    Token place = text.place();
    List<Token> line = text.line();
    int gpus = 0;
    while (gpus < line.size() && line.get(gpus).text().equals("GPU" + gpus)) {
      gpus++;
    }
    if (gpus == 0) {
      throw (line.isEmpty() ? place : line.getFirst())
          .unreadable(TopologyMatrix.SOURCE, "a column GPU0");
    }
    List<Token> nics = new ArrayList<>();
    int index = gpus;
    while (index < line.size() && Title.at(line, index).isEmpty()) {
      nics.add(nic(line.get(index++), nics));
    }
    return new MatrixHeader(gpus, List.copyOf(nics), titles(line, index));
  }

  private static Token nic(Token word, List<Token> before) {
    boolean named = word.matches(NIC_NAME) && !word.matches("GPU\\d*|CPU|NUMA");
    if (!named || before.stream().anyMatch(nic -> nic.text().equals(word.text()))) {
      throw word.unreadable(
          TopologyMatrix.SOURCE, "the next GPU, the name of a NIC, or the title of a column");
    }
    return word;
  }

  private static List<Title> titles(List<Token> line, int begin) {
    List<Title> titles = new ArrayList<>();
    int index = begin;
    while (index < line.size()) {
      Token word = line.get(index);
      Title title =
          Title.at(line, index)
              .filter(found -> !titles.contains(found))
              .orElseThrow(
                  () ->
                      word.unreadable(
                          TopologyMatrix.SOURCE, "CPU Affinity, NUMA Affinity or GPU NUMA ID"));
      titles.add(title);
      index += title.words.size();
    }
    return List.copyOf(titles);
  }

  int devices() {
    return gpus + nics.size();
  }

  String device(int index) {
    return index < gpus ? "GPU" + index : nics.get(index - gpus).text();
  }
}
