package org.gpurma.service.cluster.topology;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** What tools printed on real machines. */
public final class Captured {
  private static final Path FOLDER = Path.of("src/test/resources/topologies");

  private Captured() {}

  public static String text(String file) {
    try {
      return Files.readString(FOLDER.resolve(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static TopologyMatrix matrix(String machine) {
    return TopologyMatrix.parse(text(machine + ".topo.txt"));
  }

  static List<String> files() {
    try (Stream<Path> files = Files.list(FOLDER)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Reads a file with the parser that its name asks for. */
  static Object parse(String file, String text) {
    return switch (file.substring(file.indexOf('.'))) {
      case ".topo.txt" -> TopologyMatrix.parse(text);
      case ".p2p.txt" -> PeerMatrix.parse(text);
      case ".smi.xml" -> SmiReport.parse(text);
      case ".hwloc.xml" -> HwlocTree.parse(text);
      default -> throw new IllegalArgumentException(file + " is of no known kind");
    };
  }
}
