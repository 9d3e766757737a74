package org.gpurma.client.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SseParserTest {

  @Test
  void readsNameIdAndData() {
    assertThat(parse("id: 7\nevent: log\ndata: {\"a\":1}\n\n", 1024))
        .containsExactly(new SseEvent("log", "7", "{\"a\":1}"));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5, 7, 1024})
  void readsTheSameWhereverTheBytesAreCut(int chunk) {
    String stream = "id: 1\r\nevent: log\r\ndata: grün 🚀\r\n\r\nid: 2\r\ndata: b\r\n\r\n";

    assertThat(parse(stream, chunk))
        .containsExactly(new SseEvent("log", "1", "grün 🚀"), new SseEvent("message", "2", "b"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"\n", "\r", "\r\n"})
  void takesEveryLineEndOfTheStandard(String lineEnd) {
    String stream = String.join(lineEnd, "data: a", "data: b", "", "data: c", "", "");

    assertThat(parse(stream, 1)).extracting(SseEvent::data).containsExactly("a\nb", "c");
  }

  @Test
  void skipsHeartbeatsAndFieldsItDoesNotKnow() {
    assertThat(parse(": heartbeat\n\nretry: 10\nfoo: bar\ndata:x\n\n:\n\n", 4))
        .containsExactly(new SseEvent("message", "", "x"));
  }

  @Test
  void keepsTheIdForEventsThatBringNone() {
    assertThat(parse("id: 5\ndata: a\n\nevent: end\ndata: b\n\n", 64))
        .extracting(SseEvent::id)
        .containsExactly("5", "5");
  }

  @Test
  void doesNotDeliverAnEventThatIsNotWhole() {
    assertThat(parse("data: a\n\nid: 2\ndata: half", 64))
        .extracting(SseEvent::data)
        .containsExactly("a");
  }

  @Test
  void skipsAByteOrderMark() {
    assertThat(parse("\uFEFFdata: a\n\n", 2)).extracting(SseEvent::data).containsExactly("a");
  }

  @Test
  void keepsEmptyDataAndColonsInside() {
    assertThat(parse("data:\n\ndata: a: b\n\ndata\n\n", 64))
        .extracting(SseEvent::data)
        .containsExactly("", "a: b", "");
  }

  private static List<SseEvent> parse(String stream, int chunk) {
    List<SseEvent> events = new ArrayList<>();
    SseParser parser = new SseParser(events::add);
    byte[] bytes = stream.getBytes(StandardCharsets.UTF_8);
    for (int start = 0; start < bytes.length; start += chunk) {
      parser.feed(ByteBuffer.wrap(bytes, start, Math.min(chunk, bytes.length - start)));
    }
    return events;
  }
}
