package org.gpurma.client.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.gpurma.client.testing.FakeService;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/** Runs the command line against a service that is played. */
abstract class CommandLineFixture {
  static final String JOB = "/api/v1/jobs/hello-world-1";

  static final String ARRAY = "/api/v1/arrays/sweep-4";

  final FakeService service = new FakeService();

  final StringWriter out = new StringWriter();

  final StringWriter err = new StringWriter();

  @TempDir Path folder;

  @AfterEach
  void stop() {
    service.close();
  }

  Path spec() throws IOException {
    return Files.writeString(folder.resolve("job.yaml"), "program: {file: kernel.cu}\n");
  }

  int gpurma(String... arguments) {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.addAll(List.of("--server", service.address().toString()));
    return run(all.toArray(String[]::new));
  }

  int run(String... arguments) {
    return Main.run(new PrintWriter(out, true), new PrintWriter(err, true), false, arguments);
  }
}
