package org.gpurma.service.jobspec;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KernelsTest {
  @Test
  void kernels_are_found_in_every_common_form() {
    assertThat(
            Kernels.of(
                """
                // __global__ void commented(int);
                /* __global__ void also_commented(int); */
                const char* text = "__global__ void quoted(int) // \\" ";
                __global__ void plain(gpurma_context_handle h) {}
                extern "C" __global__ void c_name (gpurma_context_handle h) {}
                __global__ void __launch_bounds__(64, 2) bounded(gpurma_context_handle h) {}
                template <int N>
                __global__
                void broken_line(gpurma_context_handle h) {}
                __device__ void helper(int) {}
                """))
        .containsExactly("plain", "c_name", "bounded", "broken_line");
  }

  /** Looked at again from each of its begins, half a million of these would take hours. */
  @ParameterizedTest
  @ValueSource(strings = {"/*", "\\\"", "\"\\\"", "__global__ __launch_bounds__(", "__global__ "})
  @Timeout(30)
  void what_is_opened_and_never_closed_is_looked_at_once(String opening) {
    String kernel = "__global__ void first(int) {}\n";

    assertThat(Kernels.of(kernel + opening.repeat((1 << 20) / opening.length())))
        .containsExactly("first");
  }
}
