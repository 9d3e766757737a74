package org.gpurma.service.compile;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.gpurma.service.cluster.GpuKind;

/** The compiler's command line, run in the folder of the job's files. */
record CompileCommand(List<String> words) {
  /** For the data centres' GPUs of the last years; nvcc 12.8 and later know them all. */
  private static final List<String> ARCHITECTURES =
      List.of(
          "-gencode", "arch=compute_80,code=sm_80",
          "-gencode", "arch=compute_90,code=sm_90",
          "-gencode", "arch=compute_100,code=sm_100");

  /**
   * Device functions as relocatable code, linked at once: in a whole program, ptxas 13.0 passes
   * registers between them that nobody sets (docs/decisions/0009). There is no PTX for GPUs to come
   * for the same reason: the driver would compile it as a whole program.
   */
  private static final List<String> LINKED_BINARY =
      List.of("-rdc=true", "-dlink", "-fatbin", "--threads", "0");

  static CompileCommand emulated(String gxx, Path include, String source, Path target) {
    return new CompileCommand(
        List.of(
            gxx,
            "-std=c++20",
            "-O2",
            "-g",
            "-fPIC",
            "-shared",
            "-x",
            "c++",
            "-I",
            include.toString(),
            "-include",
            "gpurma/emulator/cuda.h",
            source,
            "-o",
            target.toString()));
  }

  static CompileCommand cuda(String nvcc, Path include, String source, Path target) {
    var words = new ArrayList<>(List.of(nvcc, "-std=c++17", "-O3", "-lineinfo"));
    words.addAll(LINKED_BINARY);
    words.addAll(ARCHITECTURES);
    words.addAll(List.of("-I", include.toString(), source, "-o", target.toString()));
    return new CompileCommand(List.copyOf(words));
  }

  /**
   * For the Java of the runtime bundle: its release, and no class of a module that it lacks.
   *
   * @param modules with commas between
   * @param root folder of the sources that this one uses
   */
  static CompileCommand host(
      Path javac,
      String release,
      String modules,
      Path api,
      String root,
      String source,
      Path target) {
    return new CompileCommand(
        List.of(
            javac.toString(),
            "-J-Xmx256m",
            "-J-XX:+UseSerialGC",
            "-J-XX:TieredStopAtLevel=1",
            "--release",
            release,
            "--limit-modules",
            modules,
            "-encoding",
            "UTF-8",
            "-g",
            "-proc:none",
            "-classpath",
            api.toString(),
            "-sourcepath",
            root,
            "-d",
            target.toString(),
            asOperand(source)));
  }

  /** A file name must never be read as an option. */
  static String asOperand(String source) {
    return source.startsWith("-") || source.startsWith("@") ? "./" + source : source;
  }

  static String targetName(GpuKind kind) {
    return switch (kind) {
      case EMULATED -> "program.so";
      case CUDA -> "program.fatbin";
    };
  }
}
