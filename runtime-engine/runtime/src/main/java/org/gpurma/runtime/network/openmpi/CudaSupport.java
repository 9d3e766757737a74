package org.gpurma.runtime.network.openmpi;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/** Whether the Open MPI in use is CUDA-aware: its Java bindings cannot be asked, so libmpi is. */
final class CudaSupport {

  /** Loaded already, by the bindings; this is its name in Open MPI 4 and 5. */
  private static final String LIBRARY = "libmpi.so.40";

  private static final String QUERY = "MPIX_Query_cuda_support";

  /** Switches CUDA support of a library that has it off. */
  private static final String SWITCH = "OMPI_MCA_opal_cuda_support";

  private CudaSupport() {}

  static boolean isThere() {
    return !isOff(System.getenv(SWITCH)) && isBuiltIn();
  }

  private static boolean isOff(String value) {
    return value != null && (value.equals("0") || value.equalsIgnoreCase("false"));
  }

  private static boolean isBuiltIn() {
    try {
      return SymbolLookup.libraryLookup(LIBRARY, Arena.global())
          .find(QUERY)
          .map(
              function ->
                  Linker.nativeLinker()
                      .downcallHandle(function, FunctionDescriptor.of(ValueLayout.JAVA_INT)))
          .map(CudaSupport::call)
          .orElse(false);
    } catch (IllegalArgumentException _) {
      // No library of that name: an Open MPI that this code does not know.
      return false;
    }
  }

  private static boolean call(MethodHandle query) {
    try {
      return (int) query.invokeExact() == 1;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }
}
