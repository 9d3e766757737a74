package org.gpurma.service.fuzz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class AnswerTest {
  private static final String PAGE = "<title>HTTP Status 400 – Bad Request</title>";

  @Test
  void an_answer_needs_no_status_line_where_the_request_names_no_version() throws IOException {
    Answer answer = answer("POST /api/v1/plans?hold=true&HTTP/1.1\r\nHost: x\r\n\r\n", PAGE);

    assertThat(answer.status()).isZero();
    assertThat(answer.fault()).isEmpty();
  }

  @Test
  void an_answer_needs_a_status_line_where_the_request_names_a_version() {
    assertThatThrownBy(() -> answer("\r\nGET /api/v1/jobs HTTP/1.1\r\nHost: x\r\n\r\n", PAGE))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("without a status line");
  }

  @Test
  void a_failure_is_one_without_a_status_line_too() throws IOException {
    Answer answer = answer("GET /api/v1/jobs\r\n\r\n", PAGE.replace("400", "500"));

    assertThat(answer.fault()).isPresent();
  }

  private static Answer answer(String request, String answer) throws IOException {
    return Answer.read(
        new ByteArrayInputStream(answer.getBytes(StandardCharsets.UTF_8)),
        request.getBytes(StandardCharsets.UTF_8));
  }
}
