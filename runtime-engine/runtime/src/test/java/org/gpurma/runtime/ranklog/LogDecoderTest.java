package org.gpurma.runtime.ranklog;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.gpurma.runtime.records.LogEntryDescriptor;
import org.junit.jupiter.api.Test;

class LogDecoderTest {

  private final List<String> lines = new ArrayList<>();
  private final LogDecoder decoder = new LogDecoder(lines::add);
  private final ByteArrayOutputStream items = new ByteArrayOutputStream();

  @Test
  void everyKindOfValueBecomesText() {
    text("rank ");
    wide(LogEntryDescriptor.INTEGER, -7);
    text(" of ");
    wide(LogEntryDescriptor.NATURAL, -1);
    text(" ");
    wide(LogEntryDescriptor.REAL, Double.doubleToRawLongBits(0.1));
    text(" ");
    items.write(LogEntryDescriptor.TRUTH);
    items.write(1);
    text(" ");
    wide(LogEntryDescriptor.ADDRESS, 0x7f00);
    endLine();

    assertThat(lines).containsExactly("rank -7 of 18446744073709551615 0.1 1 0x7f00");
  }

  @Test
  void anEmptyLineIsALine() {
    endLine();
    text("");
    endLine();
    assertThat(lines).containsExactly("", "");
  }

  @Test
  void aNewlineAtTheEndIsNotPartOfTheLine() {
    text("hello\n");
    endLine();
    assertThat(lines).containsExactly("hello");
  }

  @Test
  void aLineBeyondTheLimitComesOutInMarkedPieces() {
    String character = "\u00e4";
    int characters = LineBuffer.LIMIT_BYTES / 2;
    text("x" + character.repeat(characters / 2));
    text(character.repeat(characters / 2));
    endLine();
    text("next");
    endLine();

    assertThat(lines).hasSize(3);
    assertThat(lines.get(0))
        .isEqualTo("x" + character.repeat(characters - 1) + LineBuffer.CONTINUES);
    assertThat(lines.get(1)).isEqualTo(LineBuffer.CONTINUED + character);
    assertThat(lines.get(2)).isEqualTo("next");
  }

  @Test
  void anUnknownItemSpoilsItsLineOnly() {
    text("before ");
    items.write(99);
    items.write(1);
    endLine();
    text("after");
    endLine();
    assertThat(lines).containsExactly("before [log item of unknown kind 99]", "after");
  }

  private void text(String text) {
    byte[] characters = text.getBytes(UTF_8);
    items.write(LogEntryDescriptor.TEXT);
    items.write(characters.length);
    items.write(characters.length >>> Byte.SIZE);
    items.writeBytes(characters);
  }

  private void wide(int kind, long value) {
    items.write(kind);
    items.writeBytes(
        ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN).putLong(value).array());
  }

  private void endLine() {
    for (byte item : items.toByteArray()) {
      decoder.decode(item);
    }
    items.reset();
    decoder.endLine();
  }
}
