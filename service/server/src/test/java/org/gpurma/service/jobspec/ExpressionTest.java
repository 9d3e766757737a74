package org.gpurma.service.jobspec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

class ExpressionTest {
  private static final Map<String, JsonNode> PARAMETERS =
      Map.of(
          "i", JsonNodeFactory.instance.numberNode(24),
          "name", JsonNodeFactory.instance.stringNode("text"),
          "half", JsonNodeFactory.instance.numberNode(0.5));

  @ParameterizedTest
  @CsvSource({
    "i + 4, 28",
    "2 * (i + 4) - 1, 55",
    "i / 5, 4",
    "-i, -24",
    "1 - 2 - 3, -4",
    "100 / 5 / 2, 10",
    "((7)), 7"
  })
  void arithmetic_follows_the_usual_rules(String text, long value) {
    assertThat(Expression.evaluate(text, PARAMETERS)).isEqualTo(value);
  }

  @ParameterizedTest
  @CsvSource({
    "j, parameter 'j' is not defined; did you mean 'i'?",
    "i +, ends too early",
    "(i, lacks a ')'",
    "i i, unexpected 'i'",
    "i / 0, divides by zero",
    "i % 2, unexpected '%'",
    "name + 1, not an integer",
    "half + 1, not an integer",
    "12x, not an integer",
    "9223372036854775807 + 1, does not fit",
    "99999999999999999999, not an integer"
  })
  void what_cannot_be_calculated_is_explained(String text, String message) {
    assertThatThrownBy(() -> Expression.evaluate(text, PARAMETERS)).hasMessageContaining(message);
  }

  @Test
  void deep_nesting_is_refused_by_length() {
    assertThatThrownBy(() -> Expression.evaluate("(".repeat(5000), PARAMETERS))
        .hasMessageContaining("longer than");
  }
}
