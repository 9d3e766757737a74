package org.gpurma.service.jobspec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SpecReaderTest {
  private final SpecReader reader = new SpecReader();

  private Object read(String text) {
    return reader.read(text.getBytes(StandardCharsets.UTF_8), SpecFormat.YAML);
  }

  @Test
  void yaml_and_json_give_the_same_tree() {
    byte[] json = "{\"a\": [1, 2.5, true, \"x\"]}".getBytes(StandardCharsets.UTF_8);

    assertThat(reader.read(json, SpecFormat.JSON)).isEqualTo(read("a: [1, 2.5, true, x]"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "[]",
        "17",
        "{",
        "a: 1\na: 2",
        "a: 1\n---\nb: 2",
        "a: &x 1\nb: *x",
        "a: [1, 2",
        "\ta: 1",
        "? : ? :",
      })
  void what_is_no_single_plain_mapping_is_refused_with_a_message(String text) {
    assertThatThrownBy(() -> read(text))
        .isInstanceOf(UnreadableJobSpecException.class)
        .hasMessageStartingWith("The job spec");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "a: 1\\na: 2|the field 'a' is written twice",
        "a: 1\\n---\\nb: 2|a second document begins behind the first",
        "a:\\n\\tb: 2|found character '\\t(TAB)'",
        "a: {b: ${n}}|between braces an expression needs quotes",
        "a: .inf|'.inf' is no number",
        "? [a]\\n: 1|the name of a field must be a text",
        "a: 1\\nb: x\\u0007|line 2 has the control character U+0007; remove it",
        "a: &x 1\\nb: *x|anchor or alias (line 2, column 4); write the value out",
        "a: [1|expected ',' or ']'",
      })
  void the_words_are_those_of_who_wrote_the_text(String text, String message) {
    String real = text.replace("\\n", "\n").replace("\\t", "\t").replace("\\u0007", "\u0007");

    assertThatThrownBy(() -> read(real))
        .isInstanceOf(UnreadableJobSpecException.class)
        .hasMessageContaining(message)
        .hasMessageNotContainingAny("jackson", "Exception", "Feature", "Constraints");
  }

  @Test
  void limits_are_told_as_numbers() {
    assertThatThrownBy(() -> read("a: " + "9".repeat(5000)))
        .hasMessageEndingWith("a number has more than 100 digits");
    assertThatThrownBy(() -> read("a: " + "[".repeat(40) + "]".repeat(40)))
        .hasMessageEndingWith("lists and mappings are nested more than 32 deep");
  }

  @Test
  void a_chain_of_aliases_is_refused_before_it_grows() {
    var bomb = new StringBuilder("a0: &a0 [x]\n");
    for (int i = 1; i < 30; i++) {
      bomb.append("a%d: &a%d [*a%d, *a%d]\n".formatted(i, i, i - 1, i - 1));
    }

    assertThatThrownBy(() -> read(bomb.toString())).hasMessageContaining("anchor or alias");
  }

  @Test
  void deep_nesting_is_refused() {
    assertThatThrownBy(() -> read("a: " + "[".repeat(10_000)))
        .isInstanceOf(UnreadableJobSpecException.class);
    byte[] json = ("{\"a\":" + "[".repeat(10_000)).getBytes(StandardCharsets.UTF_8);
    assertThatThrownBy(() -> reader.read(json, SpecFormat.JSON))
        .isInstanceOf(UnreadableJobSpecException.class);
  }

  @Test
  void bytes_that_are_no_utf8_are_refused() {
    assertThatThrownBy(() -> reader.read(new byte[] {'a', ':', ' ', (byte) 0xff}, SpecFormat.YAML))
        .hasMessageContaining("UTF-8");
  }
}
