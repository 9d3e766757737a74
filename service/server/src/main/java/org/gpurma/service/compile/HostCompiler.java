package org.gpurma.service.compile;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.function.BooleanSupplier;
import org.gpurma.service.isolation.JobUser;
import org.gpurma.service.runfolder.RunFolder;

/**
 * Compiles a job's host program with the javac of the service's own JDK. It is a process of its
 * own, as the compilers of kernels are: it can be cancelled, it has its own heap, and it takes 0.3
 * s.
 */
public final class HostCompiler {
  /** What the compiler says. */
  public static final String LOG = "host-compiler.log";

  private final Path jdk;
  private final Path bundle;
  private final Duration timeout;
  private final JobUser user;

  /**
   * @param jdk where Java lies that runs the service
   * @param bundle the runtime bundle that the program will run in
   */
  public HostCompiler(Path jdk, JobUser user, Path bundle, Duration timeout) {
    this.user = user;
    this.jdk = jdk;
    this.bundle = bundle;
    this.timeout = timeout;
  }

  /** Leaves classes in {@link RunFolder#HOST_CLASSES}, among them the one that is named. */
  public CompileResult compile(
      RunFolder folder, String source, String className, BooleanSupplier cancelled)
      throws IOException, InterruptedException {
    Path javac = jdk.resolve("bin/javac");
    if (!Files.isExecutable(javac)) {
      return rejected(
          "the service runs on a Java without a compiler, %s; run it on a JDK, or submit the host program as a jar"
              .formatted(jdk));
    }
    Optional<Path> api = api();
    Path release = bundle.resolve("jre/release");
    if (api.isEmpty() || !Files.exists(release)) {
      return rejected(
          "%s is not a runtime bundle with a host API; ./gpurma build makes one".formatted(bundle));
    }
    Path target = Files.createDirectories(folder.root().resolve(RunFolder.HOST_CLASSES));
    user.shareToWorkIn(target);
    CompilerRun run =
        CompilerRun.of(
            command(javac, release, api.get(), source, className),
            user,
            folder.files(),
            folder.root().resolve(LOG),
            timeout,
            cancelled);
    return run.result(timeout, () -> named(target, source, className, run.diagnostics()));
  }

  private static CompileCommand command(
      Path javac, Path release, Path api, String source, String className) throws IOException {
    var java = new Properties();
    try (Reader reader = Files.newBufferedReader(release)) {
      java.load(reader);
    }
    return CompileCommand.host(
        javac,
        unquoted(java, "JAVA_VERSION").split("[.+-]")[0],
        unquoted(java, "MODULES").replace(' ', ','),
        api,
        root(source, className),
        source,
        Path.of("..").resolve(RunFolder.HOST_CLASSES));
  }

  /** Where the packages begin: a.b.Host in src/a/b/Host.java has its root at src. */
  private static String root(String source, String className) {
    Path file = Path.of(".").resolve(source);
    Path path = Path.of(className.replace('.', '/') + ".java");
    return file.endsWith(path)
        ? file.subpath(0, file.getNameCount() - path.getNameCount()).toString()
        : ".";
  }

  private static String unquoted(Properties java, String name) {
    return java.getProperty(name, "").replace("\"", "");
  }

  private Optional<Path> api() throws IOException {
    Path jars = bundle.resolve("lib");
    if (!Files.isDirectory(jars)) {
      return Optional.empty();
    }
    try (DirectoryStream<Path> found = Files.newDirectoryStream(jars, "gpurma-host-api-*.jar")) {
      for (Path jar : found) {
        return Optional.of(jar);
      }
      return Optional.empty();
    }
  }

  private static CompileResult named(
      Path classes, String source, String className, List<String> diagnostics) {
    return Files.exists(classes.resolve(className.replace('.', '/') + ".class"))
        ? new CompileResult.Compiled(false, diagnostics)
        : new CompileResult.Rejected(
            "%s defines no class %s; program.host.class names the class that implements HostProgram"
                .formatted(source, className),
            diagnostics);
  }

  private static CompileResult rejected(String explanation) {
    return new CompileResult.Rejected("program.host: " + explanation, List.of(explanation));
  }
}
