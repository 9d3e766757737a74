package org.gpurma.runtime.report;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
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
        try (SpoolReader reader =
            new SpoolReader(FileChannel.open(spool, StandardOpenOption.READ))) {
          print(reader, lines);
        }
      }
    }
  }

  private static void print(SpoolReader reader, Consumer<String> lines) throws IOException {
    List<SpooledRecord> records = reader.next(BATCH_BYTES);
    while (!records.isEmpty()) {
      records.stream()
          .filter(SpooledRecord::hasLog)
          .map(SpooledRecord::getLog)
          .map(log -> "[rank " + Integer.toUnsignedLong(log.getRank()) + "] " + log.getText())
          .forEach(lines);
      reader.advance();
      records = reader.next(BATCH_BYTES);
    }
  }
}
