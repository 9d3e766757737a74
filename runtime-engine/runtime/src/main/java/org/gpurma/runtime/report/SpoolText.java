package org.gpurma.runtime.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.gpurma.wire.LogLines;
import org.gpurma.wire.SpooledRecord;

/**
 * What the ranks of a run logged, for runs without a service: prints the log lines that the spools
 * of a run folder hold, process by process, as {@code [rank 3] text}.
 */
public final class SpoolText {

  private static final int BATCH_BYTES = 1 << 20;

  private SpoolText() {}

  /** Takes the run folder. */
  public static void main(String[] arguments) throws IOException {
    if (arguments.length != 1) {
      System.err.println("usage: SpoolText RUN_FOLDER");
      System.exit(2);
    }
    print(Path.of(arguments[0]), System.out::println);
  }

  static void print(Path runFolder, Consumer<String> lines) throws IOException {
    try (Stream<Path> spools = Files.list(runFolder.resolve("spool"))) {
      for (Path spool : spools.sorted().toList()) {
        try (SpoolReader reader = SpoolReader.open(spool)) {
          print(reader, lines);
        }
      }
    }
  }

  private static void print(SpoolReader reader, Consumer<String> lines) throws IOException {
    List<SpooledRecord> records = reader.next(BATCH_BYTES);
    while (!records.isEmpty()) {
      records.stream()
          .filter(SpooledRecord::hasLines)
          .map(SpooledRecord::getLines)
          .flatMap(SpoolText::prefixed)
          .forEach(lines);
      reader.advance();
      records = reader.next(BATCH_BYTES);
    }
  }

  private static Stream<String> prefixed(LogLines block) {
    String prefix = "[rank " + Integer.toUnsignedLong(block.getRank()) + "] ";
    return block.getTextsList().stream().map(text -> prefix + text.toStringUtf8());
  }
}
