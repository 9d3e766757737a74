package org.gpurma.service.cluster.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever a tool prints, it is understood, or told where it is not. */
class MutatedReportsTest {
  private static final int ROUNDS = 400;
  private static final String ALPHABET =
      "\t\n\r \u001b[4mXGPUNIC0123456789-,.:;<>/&'\"=abcdefxPIXSYSN/A\u0000\uffff\ud800";

  static List<String> files() {
    return Captured.files();
  }

  @ParameterizedTest
  @MethodSource("files")
  void a_damaged_report_is_read_or_refused_with_its_place(String file) {
    long seed = System.nanoTime();
    System.out.println("seed " + seed + " for " + file);
    var random = new Random(seed);
    String original = Captured.text(file);
    int refused = 0;
    for (int round = 0; round < ROUNDS; round++) {
      String damaged = damaged(original, random);
      try {
        Captured.parse(file, damaged);
      } catch (UnreadableTopologyException e) {
        refused++;
        assertThat(e.line()).isBetween(1, damaged.split("\n", -1).length + 1);
        assertThat(e.column()).isPositive();
        assertThat(e.expected()).isNotBlank();
      } catch (RuntimeException | StackOverflowError e) {
        fail("seed " + seed + ", round " + round + ": " + e, e);
      }
    }
    assertThat(refused).as("damage that is seen").isGreaterThan(ROUNDS / 20);
  }

  private static String damaged(String original, Random random) {
    var text = new StringBuilder(original);
    // Long files are mostly details that nobody reads: they take more damage.
    int changes = 1 + random.nextInt(2 + original.length() / 400);
    for (int i = 0; i < changes && !text.isEmpty(); i++) {
      int at = random.nextInt(text.length());
      int end = Math.min(text.length(), at + 1 + random.nextInt(20));
      switch (random.nextInt(5)) {
        case 0 -> text.delete(at, end);
        case 1 -> text.insert(at, ALPHABET.charAt(random.nextInt(ALPHABET.length())));
        case 2 -> text.setCharAt(at, ALPHABET.charAt(random.nextInt(ALPHABET.length())));
        case 3 -> text.insert(at, text.substring(at, end));
        default -> {
          int other = random.nextInt(text.length());
          char kept = text.charAt(at);
          text.setCharAt(at, text.charAt(other));
          text.setCharAt(other, kept);
        }
      }
    }
    return random.nextInt(20) == 0
        ? text.substring(0, random.nextInt(text.length() + 1))
        : text.toString();
  }
}
