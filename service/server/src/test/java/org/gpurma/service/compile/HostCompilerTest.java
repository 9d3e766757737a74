package org.gpurma.service.compile;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.gpurma.service.isolation.JobUser;
import org.gpurma.service.runfolder.RunFolder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostCompilerTest {
  private static final Path JDK = Path.of(System.getProperty("java.home"));
  private static final Path BUNDLE = Path.of(System.getProperty("gpurma.test.bundle"));
  private static final String PROGRAM =
      """
      import org.gpurma.host.*;
      final class Host implements HostProgram {
        public void run(GpuRma gpurma, HostArguments arguments) {
          BODY
        }
      }
      """;

  @TempDir private Path root;
  private RunFolder folder;

  @BeforeEach
  void folder() throws IOException {
    folder = new RunFolder(root);
    Files.createDirectories(folder.files());
  }

  private CompileResult compile(Path jdk, Path bundle, String body, BooleanSupplier cancelled)
      throws Exception {
    Files.writeString(folder.files().resolve("Host.java"), PROGRAM.replace("BODY", body));
    return new HostCompiler(jdk, JobUser.own(), bundle, Duration.ofSeconds(60))
        .compile(folder, "Host.java", "Host", cancelled);
  }

  private CompileResult compile(String body) throws Exception {
    return compile(JDK, BUNDLE, body, () -> false);
  }

  private String rejected(String body) throws Exception {
    return ((CompileResult.Rejected) compile(body)).explanation();
  }

  @Test
  void a_program_is_compiled_against_the_host_api_of_the_bundle() throws Exception {
    CompileResult result = compile("gpurma.run();");

    assertThat(result).as(result.toString()).isInstanceOf(CompileResult.Compiled.class);
    assertThat(root.resolve("host-classes/Host.class")).exists();
  }

  @Test
  void a_class_beside_it_is_compiled_where_the_program_uses_it() throws Exception {
    Files.writeString(folder.files().resolve("Rows.java"), "final class Rows {}");

    assertThat(compile("new Rows();")).isInstanceOf(CompileResult.Compiled.class);
    assertThat(root.resolve("host-classes/Rows.class")).exists();
  }

  @Test
  void classes_of_a_package_find_each_other_below_their_root() throws Exception {
    Path sources = Files.createDirectories(folder.files().resolve("src/org/example"));
    Files.writeString(sources.resolve("Rows.java"), "package org.example; final class Rows {}");
    Files.writeString(
        sources.resolve("Host.java"), "package org.example; final class Host { Rows rows; }");

    CompileResult result =
        new HostCompiler(JDK, JobUser.own(), BUNDLE, Duration.ofSeconds(60))
            .compile(folder, "src/org/example/Host.java", "org.example.Host", () -> false);

    assertThat(result).as(result.toString()).isInstanceOf(CompileResult.Compiled.class);
    assertThat(root.resolve("host-classes/org/example/Rows.class")).exists();
  }

  @Test
  void an_error_is_explained_by_the_compiler() throws Exception {
    assertThat(rejected("gpurma.start();"))
        .contains("Host.java:4", "cannot find symbol", "start()");
  }

  @Test
  void a_class_that_the_runtime_bundle_lacks_is_an_error_before_the_run() throws Exception {
    assertThat(rejected("new java.sql.Timestamp(0);")).contains("Host.java:4", "java.sql");
  }

  @Test
  void a_source_without_the_named_class_is_refused() throws Exception {
    Files.writeString(folder.files().resolve("Other.java"), "final class Another {}");

    CompileResult result =
        new HostCompiler(JDK, JobUser.own(), BUNDLE, Duration.ofSeconds(60))
            .compile(folder, "Other.java", "Other", () -> false);

    assertThat(((CompileResult.Rejected) result).explanation())
        .contains("Other.java defines no class Other", "program.host.class");
  }

  @Test
  void a_java_without_a_compiler_is_named_with_what_to_do() throws Exception {
    CompileResult result = compile(root.resolve("jre"), BUNDLE, "", () -> false);

    assertThat(((CompileResult.Rejected) result).explanation())
        .contains(root.resolve("jre").toString(), "run it on a JDK, or submit", "as a jar");
  }

  @Test
  void a_bundle_without_a_host_api_is_named() throws Exception {
    CompileResult result = compile(JDK, root, "", () -> false);

    assertThat(((CompileResult.Rejected) result).explanation())
        .contains(root.toString(), "./gpurma build");
  }
}
