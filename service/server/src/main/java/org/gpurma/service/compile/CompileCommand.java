package org.gpurma.service.compile;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.gpurma.service.cluster.GpuKind;

/** The compiler's command line, run in the folder of the job's files. */
record CompileCommand(List<String> words) {
  /** For the GPUs of the last years, and PTX for those to come. */
  private static final List<String> ARCHITECTURES =
      List.of(
          "-gencode", "arch=compute_80,code=sm_80",
          "-gencode", "arch=compute_90,code=sm_90",
          "-gencode", "arch=compute_90,code=compute_90");

  static CompileCommand emulated(
      String gxx, Path include, List<String> flags, String source, Path target) {
    var words =
        new ArrayList<>(List.of(gxx, "-std=c++20", "-O2", "-g", "-fPIC", "-shared", "-x", "c++"));
    words.addAll(flags);
    words.addAll(
        List.of(
            "-I",
            include.toString(),
            "-include",
            "gpurma/emulator/cuda.h",
            source,
            "-o",
            target.toString()));
    return new CompileCommand(List.copyOf(words));
  }

  static CompileCommand cuda(
      String nvcc, Path include, List<String> flags, String source, Path target) {
    var words = new ArrayList<>(List.of(nvcc, "-std=c++17", "-O3", "-lineinfo", "-fatbin"));
    words.addAll(ARCHITECTURES);
    words.addAll(flags);
    words.addAll(List.of("-I", include.toString(), source, "-o", target.toString()));
    return new CompileCommand(List.copyOf(words));
  }

  static String targetName(GpuKind kind) {
    return switch (kind) {
      case EMULATED -> "program.so";
      case CUDA -> "program.fatbin";
    };
  }
}
