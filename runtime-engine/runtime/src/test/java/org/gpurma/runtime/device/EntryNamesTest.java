package org.gpurma.runtime.device;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class EntryNamesTest {

  @Test
  void aKernelIsFoundByItsPlainOrItsMangledName() {
    assertThat(EntryNames.candidates("hello"))
        .containsExactly("hello", "_Z5helloP14gpurma_context");
  }

  @Test
  void nestedScopesAreMangledAsTheCompilerDoes() {
    assertThat(EntryNames.candidates("a::bc::f").getLast())
        .isEqualTo("_ZN1a2bc1fEP14gpurma_context");
  }
}
