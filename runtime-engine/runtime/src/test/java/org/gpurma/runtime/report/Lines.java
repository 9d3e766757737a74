package org.gpurma.runtime.report;

import com.google.protobuf.ByteString;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.gpurma.wire.LogLines;
import org.gpurma.wire.SpooledRecord;

/** Records with log lines. */
final class Lines {

  private Lines() {}

  static SpooledRecord.Builder record(String text) {
    return record(0, text);
  }

  static SpooledRecord.Builder record(int rank, String... texts) {
    return SpooledRecord.newBuilder()
        .setLines(
            LogLines.newBuilder()
                .setRank(rank)
                .addAllTexts(Stream.of(texts).map(ByteString::copyFromUtf8).toList()));
  }

  static String text(SpooledRecord record) {
    return record.getLines().getTextsList().stream()
        .map(ByteString::toStringUtf8)
        .collect(Collectors.joining("\n"));
  }
}
