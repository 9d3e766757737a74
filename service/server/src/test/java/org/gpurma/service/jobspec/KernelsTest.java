package org.gpurma.service.jobspec;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

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
}
