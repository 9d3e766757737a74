package org.gpurma.client.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonCreator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.gpurma.client.testing.Answer;
import org.gpurma.client.testing.FakeService;
import org.gpurma.client.testing.FakeService.Request;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MultipartBodyTest {

  private final FakeService service = new FakeService().on("POST /x", Answer.json(200, "{}"));

  @TempDir Path folder;

  @AfterEach
  void stop() {
    service.close();
  }

  @Test
  void framesTextAndFilesAsTheStandardSays() throws IOException {
    Path file = Files.write(folder.resolve("in.f32"), new byte[] {0, 1, (byte) 0xff});

    Request request =
        sent(
            new MultipartBody()
                .text("spec", "application/yaml", "a: 1")
                .file("file", "fields/in.f32", file));

    String boundary = request.header("Content-Type").replaceFirst(".*boundary=", "");
    assertThat(request.text())
        .isEqualTo(
            """
            --B
            Content-Disposition: form-data; name="spec"
            Content-Type: application/yaml

            a: 1
            --B
            Content-Disposition: form-data; name="file"; filename="fields/in.f32"
            Content-Type: application/octet-stream

            \0\1\u00ff
            --B--
            """
                .replace("--B", "--" + boundary)
                .replace("\n", "\r\n"));
  }

  @Test
  void tellsItsLengthSoThatTheServiceCanRefuseEarly() throws IOException {
    Path file = Files.write(folder.resolve("f"), new byte[100_000]);

    Request request = sent(new MultipartBody().file("file", "f", file));

    assertThat(request.header("Content-Length"))
        .isEqualTo(Integer.toString(request.text().length()));
  }

  @Test
  void keepsAQuoteInAFileNameFromEndingIt() throws IOException {
    Path file = Files.write(folder.resolve("f"), new byte[1]);

    Request request = sent(new MultipartBody().file("file", "a\"b\r\n", file));

    assertThat(request.text()).contains("filename=\"a%22b%0D%0A\"\r\n");
  }

  private Request sent(MultipartBody body) {
    try (Api api = new Api(service.address())) {
      api.post("/x", body, Nothing.class);
    }
    return service.requests().getFirst();
  }

  private record Nothing() {

    @JsonCreator
    Nothing {}
  }
}
