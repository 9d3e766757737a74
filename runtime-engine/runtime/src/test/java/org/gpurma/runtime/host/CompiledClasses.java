package org.gpurma.runtime.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Compiles a job's Java source, as the service does before the runtime begins. */
final class CompiledClasses {

  private CompiledClasses() {}

  static void compile(String name, String source, Path folder) throws IOException {
    Path file = Files.createDirectories(folder.resolve("source")).resolve(name + ".java");
    Files.writeString(file, source);
    Path classes = Files.createDirectories(folder.resolve("classes"));
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      assertThat(
              compiler
                  .getTask(
                      null,
                      files,
                      null,
                      List.of("-d", classes.toString(), "-proc:none"),
                      null,
                      files.getJavaFileObjects(file))
                  .call())
          .as("%s compiles", name)
          .isTrue();
    }
  }
}
