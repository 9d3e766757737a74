package org.gpurma.service.testing;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.gpurma.service.ServiceApplication;
import org.gpurma.service.launch.JobLauncher;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;

/**
 * The whole service in this JVM, over real HTTP; it can be stopped and started again on the same
 * data and port.
 */
public final class RunningService implements AutoCloseable {
  private final Path data;
  private final Path bundle;
  private final JobLauncher launcher;
  private final List<String> options;
  private ConfigurableApplicationContext context;
  private int port;

  /** With this launcher in place of mpirun, or with mpirun where it is null. */
  public RunningService(Path data, Path bundle, JobLauncher launcher, String... options) {
    this.data = data;
    this.bundle = bundle;
    this.launcher = launcher;
    this.options = List.of(options);
    start();
  }

  public void start() {
    var application = new SpringApplication(ServiceApplication.class);
    if (launcher != null) {
      application.addInitializers(
          fresh ->
              ((GenericApplicationContext) fresh)
                  .registerBean(
                      "fakeLauncher",
                      JobLauncher.class,
                      () -> launcher,
                      bean -> bean.setPrimary(true)));
    }
    List<String> arguments =
        new ArrayList<>(List.of("--gpurma.data-dir=" + data, "--gpurma.bundle=" + bundle));
    arguments.addAll(options);
    addDefault(arguments, "--server.port=", port);
    addDefault(arguments, "--gpurma.emulated.force=", true);
    context = application.run(arguments.toArray(String[]::new));
    port = context.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
  }

  /** Of an option that is given twice, neither counts. */
  private static void addDefault(List<String> arguments, String option, Object value) {
    if (arguments.stream().noneMatch(argument -> argument.startsWith(option))) {
      arguments.add(option + value);
    }
  }

  /** What the service is made of, by type. */
  public <T> Collection<T> beans(Class<T> type) {
    return context.getBeansOfType(type).values();
  }

  public void stop() {
    context.close();
  }

  /** Until a service that stops takes no connection any more; it finishes what it has begun. */
  public void awaitRefusal() throws InterruptedException {
    boolean taken = true;
    while (taken) {
      try (var _ = new Socket(InetAddress.getLoopbackAddress(), port)) {
        Thread.sleep(5);
      } catch (IOException _) {
        taken = false;
      }
    }
  }

  public Api api() {
    return new Api("http://127.0.0.1:" + port);
  }

  @Override
  public void close() {
    stop();
  }
}
