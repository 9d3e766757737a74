package org.gpurma.runtime.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutputSinkTest {

  @TempDir private Path folder;

  @Test
  void withoutAServiceOutputsLieInTheRunFolder() throws Exception {
    OutputSink sink = new OutputSink(folder, Optional.empty(), Duration.ZERO);
    sink.write("out.f32", 3, bytes("def?"), 3);
    sink.write("out.f32", 0, bytes("abc"), 3);
    assertThat(folder.resolve("out/out.f32")).hasContent("abcdef");
  }

  @Test
  void outputsGoToTheServiceAtTheirOffset() throws Exception {
    try (FakeService service = new FakeService(0)) {
      service.failNext(1, 503);
      sink(service, Duration.ofSeconds(5)).write("out.f32", 40, bytes("abcd"), 4);
      assertThat(service.outputs.get("out.f32?offset=40")).isEqualTo(bytes("abcd"));
      assertThat(folder.resolve("out")).doesNotExist();
    }
  }

  @Test
  void anOutputThatTheServiceDoesNotTakeIsKeptInTheRunFolder() throws Exception {
    try (FakeService service = new FakeService(0)) {
      service.failNext(1000, 500);
      sink(service, Duration.ofMillis(100)).write("out.f32", 0, bytes("abcd"), 4);
      assertThat(Files.readString(folder.resolve("out/out.f32"))).isEqualTo("abcd");
    }
  }

  private OutputSink sink(FakeService service, Duration timeout) {
    return new OutputSink(folder, Optional.of(FakeService.connection(service.port())), timeout);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }
}
