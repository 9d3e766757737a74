package org.gpurma.runtime.ranklog;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.gpurma.runtime.report.SpoolReader;
import org.gpurma.wire.LogGap;
import org.gpurma.wire.LogLevel;
import org.gpurma.wire.LogLines;
import org.gpurma.wire.SpooledRecord;

/** The lines in a spool, as its readers see them. */
final class SpooledLines {

  record Line(int rank, long sequence, long deviceTime, String text) {}

  private SpooledLines() {}

  static List<Line> in(Path file) throws IOException {
    List<Line> lines = new ArrayList<>();
    try (SpoolReader reader = SpoolReader.open(file)) {
      List<SpooledRecord> records = reader.next(1 << 20);
      while (!records.isEmpty()) {
        records.forEach(record -> addTo(lines, record.getLines()));
        reader.advance();
        records = reader.next(1 << 20);
      }
    }
    return lines;
  }

  static List<LogGap> gapsIn(Path file) throws IOException {
    try (SpoolReader reader = SpoolReader.open(file)) {
      return reader.next(1 << 20).stream()
          .filter(SpooledRecord::hasGap)
          .map(SpooledRecord::getGap)
          .toList();
    }
  }

  /** Of each line. */
  static List<LogLevel> levelsIn(Path file) throws IOException {
    try (SpoolReader reader = SpoolReader.open(file)) {
      return reader.next(1 << 20).stream()
          .map(SpooledRecord::getLines)
          .flatMap(block -> Collections.nCopies(block.getTextsCount(), block.getLevel()).stream())
          .toList();
    }
  }

  private static void addTo(List<Line> lines, LogLines block) {
    long time = 0;
    for (int i = 0; i < block.getTextsCount(); i++) {
      time += block.getDeviceTimeStepsNs(i);
      lines.add(
          new Line(
              block.getRank(),
              block.getFirstSequence() + i,
              time,
              block.getTexts(i).toStringUtf8()));
    }
  }
}
