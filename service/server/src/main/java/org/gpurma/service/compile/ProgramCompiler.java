package org.gpurma.service.compile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import org.gpurma.service.cluster.GpuKind;
import org.gpurma.service.isolation.JobUser;
import org.gpurma.service.settings.ServiceSettings;

/** Compiles a job's kernel, or takes the program that the same source gave before. */
public final class ProgramCompiler {
  /** What the compiler says. */
  public static final String LOG = "compiler.log";

  private static final Duration LOOK_AGAIN = Duration.ofMillis(50);

  private final ServiceSettings.Compile settings;
  private final Path include;
  private final Path cache;
  private final JobUser user;

  /** Keys of the programs that are being compiled. */
  private final Set<String> underWay = ConcurrentHashMap.newKeySet();

  public ProgramCompiler(ServiceSettings.Compile settings, JobUser user, Path include, Path cache) {
    this.settings = settings;
    this.user = user;
    this.include = include;
    this.cache = cache;
  }

  public static String programName(GpuKind kind) {
    return CompileCommand.targetName(kind);
  }

  /** What to compile, for which backend and with which flags. */
  public record Order(GpuKind kind, Path files, String source, List<String> flags) {
    public Order {
      flags = List.copyOf(flags);
    }
  }

  /**
   * Leaves the program in {@code folder}; {@code cancelled} is asked while the compiler runs. Of
   * those who want the same program at once, as the tasks of an array do, one compiles it.
   */
  public CompileResult compile(Order order, Path folder, BooleanSupplier cancelled)
      throws IOException, InterruptedException {
    String key = key(order);
    while (!underWay.add(key)) {
      if (cancelled.getAsBoolean()) {
        return new CompileResult.Abandoned(List.of());
      }
      Thread.sleep(LOOK_AGAIN);
    }
    try {
      return compile(order, cache.resolve(key), folder, cancelled);
    } finally {
      underWay.remove(key);
    }
  }

  private CompileResult compile(Order order, Path known, Path folder, BooleanSupplier cancelled)
      throws IOException, InterruptedException {
    String target = CompileCommand.targetName(order.kind());
    if (Files.exists(known.resolve(target))) {
      Files.copy(
          known.resolve(target), folder.resolve(target), StandardCopyOption.REPLACE_EXISTING);
      return new CompileResult.Compiled(true, Files.readAllLines(known.resolve("diagnostics")));
    }
    CompileCommand command =
        command(order, CompileCommand.asOperand(order.source()), Path.of("..").resolve(target));
    CompilerRun run =
        CompilerRun.of(
            command, user, order.files(), folder.resolve(LOG), settings.timeout(), cancelled);
    return run.result(
        settings.timeout(),
        () -> {
          keep(folder.resolve(target), known, run.diagnostics());
          return new CompileResult.Compiled(false, run.diagnostics());
        });
  }

  private CompileCommand command(Order order, String source, Path target) {
    return switch (order.kind()) {
      case EMULATED ->
          CompileCommand.emulated(settings.gxx(), include, order.flags(), source, target);
      case CUDA -> CompileCommand.cuda(settings.nvcc(), include, order.flags(), source, target);
    };
  }

  private String key(Order order) throws IOException {
    CompileCommand command = command(order, order.source(), Path.of("program"));
    return new ProgramKey()
        .text(CompilerRun.version(command.words().getFirst()))
        .text(String.join("\0", command.words()))
        .sources(order.files())
        .sources(include)
        .hex();
  }

  private void keep(Path program, Path known, List<String> diagnostics) throws IOException {
    if (!Files.isRegularFile(program, LinkOption.NOFOLLOW_LINKS)) {
      throw new IOException("the compiler left no file " + program.getFileName());
    }
    Files.createDirectories(known);
    Files.write(known.resolve("diagnostics"), diagnostics);
    Path fresh = Files.createTempFile(known, "program", ".tmp");
    Files.copy(program, fresh, StandardCopyOption.REPLACE_EXISTING);
    Files.move(fresh, known.resolve(program.getFileName()), StandardCopyOption.ATOMIC_MOVE);
  }
}
