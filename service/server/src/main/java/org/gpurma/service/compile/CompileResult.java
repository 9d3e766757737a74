package org.gpurma.service.compile;

import java.util.List;

/** What came of a compilation; diagnostics are the compiler's lines. */
public sealed interface CompileResult {
  List<String> diagnostics();

  /**
   * @param reused the same program had been compiled before
   */
  record Compiled(boolean reused, List<String> diagnostics) implements CompileResult {}

  record Rejected(String explanation, List<String> diagnostics) implements CompileResult {}

  record Abandoned(List<String> diagnostics) implements CompileResult {}
}
