package org.gpurma.runtime.report;

import com.google.protobuf.ByteString;
import java.util.stream.Collectors;
import org.gpurma.wire.LogLines;
import org.gpurma.wire.SpooledRecord;

/** Records with log lines. */
final class Lines {

  private Lines() {}

  static SpooledRecord.Builder record(String text) {
    return SpooledRecord.newBuilder()
        .setLines(LogLines.newBuilder().addTexts(ByteString.copyFromUtf8(text)));
  }

  static String text(SpooledRecord record) {
    return record.getLines().getTextsList().stream()
        .map(ByteString::toStringUtf8)
        .collect(Collectors.joining("\n"));
  }
}
