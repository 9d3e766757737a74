package org.gpurma.service.compile;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.gpurma.service.cluster.GpuKind;
import org.gpurma.service.isolation.JobUser;
import org.gpurma.service.settings.ServiceSettings;
import org.gpurma.service.testing.TestBundle;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProgramCompilerTest {
  @TempDir private Path folder;
  private Path files;
  private Path include;

  @BeforeEach
  void files() throws IOException {
    include = TestBundle.in(folder).resolve("include");
    files = Files.createDirectories(folder.resolve("run/files"));
    source("__global__ void k(gpurma_context_handle) { }");
  }

  private void source(String text) throws IOException {
    Files.writeString(files.resolve("kernel.cu"), text);
  }

  private CompileResult compile(String gxx, Duration timeout) throws Exception {
    return compiler(gxx, timeout).compile(order(List.of()), folder.resolve("run"), () -> false);
  }

  private ProgramCompiler.Order order(List<String> flags) {
    return new ProgramCompiler.Order(GpuKind.EMULATED, files, "kernel.cu", flags);
  }

  private ProgramCompiler compiler(String gxx, Duration timeout) {
    return new ProgramCompiler(
        new ServiceSettings.Compile(gxx, "nvcc", timeout),
        JobUser.own(),
        include,
        folder.resolve("programs"));
  }

  private CompileResult compile() throws Exception {
    return compile("g++", Duration.ofSeconds(60));
  }

  @Test
  void a_program_is_compiled_once_until_a_source_changes() throws Exception {
    assertThat(((CompileResult.Compiled) compile()).reused()).isFalse();
    Files.delete(folder.resolve("run/program.so"));
    assertThat(((CompileResult.Compiled) compile()).reused()).isTrue();
    assertThat(folder.resolve("run/program.so")).exists();

    Files.writeString(files.resolve("extra.h"), "// used or not");
    assertThat(((CompileResult.Compiled) compile()).reused()).isFalse();
    Files.writeString(include.resolve("gpurma/emulator/other.h"), "// new");
    assertThat(((CompileResult.Compiled) compile()).reused()).isFalse();
  }

  @Test
  void of_those_who_want_the_same_program_at_once_one_compiles_it() throws Exception {
    Path slow = folder.resolve("slow");
    Files.writeString(slow, "#!/bin/sh\n[ \"$1\" = --version ] || sleep 0.5\nexec g++ \"$@\"\n");
    assertThat(slow.toFile().setExecutable(true)).isTrue();
    ProgramCompiler compiler = compiler(slow.toString(), Duration.ofSeconds(60));
    Path another = Files.createDirectories(folder.resolve("another/files"));
    Files.copy(files.resolve("kernel.cu"), another.resolve("kernel.cu"));

    List<Callable<CompileResult>> both = new ArrayList<>();
    for (Path those : List.of(files, another)) {
      var order = new ProgramCompiler.Order(GpuKind.EMULATED, those, "kernel.cu", List.of());
      both.add(() -> compiler.compile(order, those.getParent(), () -> false));
    }
    List<CompileResult> results;
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      results = threads.invokeAll(both).stream().map(Future::resultNow).toList();
    }

    assertThat(results)
        .extracting(result -> ((CompileResult.Compiled) result).reused())
        .containsExactlyInAnyOrder(false, true);
    assertThat(folder.resolve("run/program.so")).exists();
    assertThat(folder.resolve("another/program.so")).exists();
  }

  @Test
  void other_flags_make_another_program() throws Exception {
    source("#ifndef N\n#error N is missing\n#endif\n__global__ void k(gpurma_context_handle) { }");
    var gxx = compiler("g++", Duration.ofSeconds(60));

    assertThat(gxx.compile(order(List.of()), folder.resolve("run"), () -> false))
        .isInstanceOf(CompileResult.Rejected.class);
    for (String flag : List.of("-DN=1", "-DN=2")) {
      CompileResult result = gxx.compile(order(List.of(flag)), folder.resolve("run"), () -> false);
      assertThat(((CompileResult.Compiled) result).reused()).isFalse();
    }
  }

  @Test
  void an_error_is_explained_by_the_compiler() throws Exception {
    source("__global__ void k(gpurma_context_handle) {\n  undeclared = 1;\n}");

    var rejected = (CompileResult.Rejected) compile();

    assertThat(rejected.explanation()).contains("kernel.cu:2", "undeclared");
    assertThat(((CompileResult.Rejected) compile()).diagnostics())
        .isEqualTo(rejected.diagnostics());
  }

  @Test
  void a_compiler_that_is_not_there_is_an_error_that_names_it() throws Exception {
    assertThat(
            ((CompileResult.Rejected) compile("no-such-g++", Duration.ofSeconds(5))).explanation())
        .contains("no-such-g++ cannot be started; install it");
  }

  @Test
  void a_compilation_that_takes_too_long_is_ended() throws Exception {
    Path slow = folder.resolve("slow");
    Files.writeString(slow, "#!/bin/sh\n[ \"$1\" = --version ] || sleep 60\n");
    assertThat(slow.toFile().setExecutable(true)).isTrue();

    assertThat(
            ((CompileResult.Rejected) compile(slow.toString(), Duration.ofMillis(300)))
                .explanation())
        .contains("did not end");
  }

  @Test
  void a_compilation_is_abandoned_on_cancel() throws Exception {
    var asked = new AtomicInteger();

    CompileResult result =
        compiler("g++", Duration.ofSeconds(60))
            .compile(order(List.of()), folder.resolve("run"), () -> asked.incrementAndGet() > 0);

    assertThat(result).isInstanceOfAny(CompileResult.Abandoned.class, CompileResult.Compiled.class);
  }

  @Test
  void a_flood_of_messages_is_cut() throws Exception {
    source("#warning x\n".repeat(4_000));

    assertThat(compile().diagnostics().getLast()).contains("more than 256 KiB");
  }
}
