package org.gpurma.service.cluster.topology;

import java.util.ArrayList;
import java.util.List;

/**
 * What {@code nvidia-smi topo -p2p r} tells: which GPUs read each other's memory.
 *
 * @param status a row and a column for each GPU
 */
public record PeerMatrix(List<List<Status>> status) {
  public static final String SOURCE = "nvidia-smi topo -p2p";

  public PeerMatrix {
    status = status.stream().map(List::copyOf).toList();
  }

  /** The words of the tool. */
  public enum Status {
    /** The GPU itself. */
    X,
    OK,
    /** Chipset not supported. */
    CNS,
    /** GPU not supported. */
    GNS,
    /** Topology not supported. */
    TNS,
    /** Not supported. */
    NS,
    /** Disabled by the registry key. */
    DR,
    /** Unknown. */
    U
  }

  public int gpus() {
    return status.size();
  }

  /** Unknown counts as no. */
  public boolean reaches(int gpu, int other) {
    return switch (status.get(gpu).get(other)) {
      case X, OK -> true;
      case CNS, GNS, TNS, NS, DR, U -> false;
    };
  }

  /**
   * @throws UnreadableTopologyException where the text is not such a matrix
   */
  public static PeerMatrix parse(String text) {
    var table = new TableText(text);
    table.skipBlankLines();
    Token place = table.place();
    List<Token> header = table.line();
    if (header.isEmpty()) {
      throw place.unreadable(SOURCE, "a column GPU0");
    }
    for (int gpu = 0; gpu < header.size(); gpu++) {
      if (!header.get(gpu).text().equals("GPU" + gpu)) {
        throw header.get(gpu).unreadable(SOURCE, "a column GPU" + gpu);
      }
    }
    List<List<Status>> rows = new ArrayList<>();
    for (int gpu = 0; gpu < header.size(); gpu++) {
      rows.add(row(table, gpu, header.size()));
    }
    return new PeerMatrix(rows);
  }

  private static List<Status> row(TableText table, int gpu, int gpus) {
    Token place = table.place();
    List<Token> words = table.line();
    Token name = words.isEmpty() ? place : words.getFirst();
    if (!name.text().equals("GPU" + gpu)) {
      throw name.unreadable(SOURCE, "the row of GPU" + gpu);
    }
    if (words.size() != 1 + gpus) {
      throw (words.size() > gpus ? words.get(1 + gpus) : words.getLast().end())
          .unreadable(SOURCE, gpus + " words in the row of GPU" + gpu);
    }
    List<Status> row = new ArrayList<>();
    for (int other = 0; other < gpus; other++) {
      row.add(status(words.get(1 + other), gpu == other));
    }
    return row;
  }

  private static Status status(Token word, boolean itself) {
    for (Status status : Status.values()) {
      if (status.name().equals(word.text()) && (status == Status.X) == itself) {
        return status;
      }
    }
    throw word.unreadable(SOURCE, itself ? "X" : "OK, CNS, GNS, TNS, NS, DR or U");
  }
}
