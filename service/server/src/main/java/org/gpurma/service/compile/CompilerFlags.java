package org.gpurma.service.compile;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.gpurma.service.cluster.GpuKind;
import org.gpurma.service.jobspec.JobSpec;

/**
 * What the compiler of a backend makes of a job's flags: those that mean nothing to it are left
 * out.
 */
public final class CompilerFlags {
  private static final Set<String> WARNINGS = Set.of("-Wall", "-Wextra");

  /** Of a CUDA thread. */
  private static final int MOST_REGISTERS = 255;

  /** Out of line, by nvcc.options. */
  private static final int REGISTERS_OF_A_FUNCTION = 128;

  /** A multiprocessor's, of the GPUs of compute capability 8.0 to 10.0. */
  private static final int REGISTERS = 65_536;

  private CompilerFlags() {}

  public static List<String> of(GpuKind kind, JobSpec.Program program) {
    return switch (kind) {
      case EMULATED -> program.flags().stream().flatMap(CompilerFlags::ofGxx).toList();
      case CUDA -> cuda(program);
    };
  }

  private static Stream<String> ofGxx(String flag) {
    if (flag.endsWith("use_fast_math")) {
      return Stream.of("-ffast-math");
    }
    boolean known =
        flag.startsWith("-D")
            || flag.startsWith("-O")
            || flag.equals("-g")
            || flag.equals("-Werror")
            || WARNINGS.contains(flag);
    return known ? Stream.of(flag) : Stream.empty();
  }

  /** So many that a multiprocessor holds one rank; warps get them in eights a thread. */
  static int registersThatOneRankLeaves(int threadsPerRank) {
    int warps = (threadsPerRank + 31) / 32;
    return Math.min(MOST_REGISTERS, REGISTERS / warps / 32 / 8 * 8);
  }

  private static List<String> cuda(JobSpec.Program program) {
    var flags = new ArrayList<String>();
    for (String flag : program.flags()) {
      if (WARNINGS.contains(flag)) {
        flags.add("-Xcompiler=" + flag);
      } else if (flag.equals("-Werror")) {
        flags.add("-Werror=all-warnings");
      } else {
        flags.add(flag);
      }
    }
    int registers =
        program.maxRegisters() > 0
            ? program.maxRegisters()
            : registersThatOneRankLeaves(program.threadsPerRank());
    if (registers < MOST_REGISTERS) {
      flags.add("-maxrregcount=" + registers);
    }
    if (registers < REGISTERS_OF_A_FUNCTION) {
      flags.add("-Xptxas=-func-maxrregcount=" + registers);
    }
    return flags;
  }
}
