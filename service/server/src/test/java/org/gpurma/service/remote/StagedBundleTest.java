package org.gpurma.service.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.gpurma.service.settings.ServiceSettings;
import org.gpurma.service.testing.FakeSsh;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StagedBundleTest {
  @TempDir private Path folder;
  private FakeSsh ssh;
  private Path bundle;

  @BeforeEach
  void makeBundle() throws IOException {
    ssh = FakeSsh.in(folder);
    bundle = folder.resolve("bundle");
    Files.createDirectories(bundle.resolve("bin"));
    Files.writeString(bundle.resolve("bin/tool"), "#!/bin/sh\necho here\n");
    assertThat(bundle.resolve("bin/tool").toFile().setExecutable(true)).isTrue();
    Files.write(bundle.resolve("large"), new byte[3 << 20]);
  }

  private StagedBundle staged() {
    return new StagedBundle(
        new ServiceSettings(
            "data",
            bundle.toString(),
            "jobs",
            "",
            null,
            new ServiceSettings.Cluster(List.of(), "", Duration.ofSeconds(10)),
            ssh.settings(),
            null,
            null,
            null));
  }

  private SshHost host(String name) {
    return new SshHost(ssh.settings(), name);
  }

  private List<Path> bundlesThere() throws IOException {
    try (Stream<Path> all = Files.list(folder.resolve("on hosts/bundles"))) {
      return all.toList();
    }
  }

  @Test
  void a_bundle_is_brought_once_and_works_there() throws Exception {
    StagedBundle staged = staged();
    staged.stage(host("h1"));
    var copied = Files.getLastModifiedTime(staged.folder());
    staged.stage(host("h1"));

    assertThat(bundlesThere()).containsExactly(staged.folder());
    assertThat(Files.getLastModifiedTime(staged.folder())).isEqualTo(copied);
    assertThat(
            Subprocess.output(
                List.of(staged.folder().resolve("bin/tool").toString()), Duration.ofSeconds(9)))
        .isEqualTo("here\n");
    assertThat(staged.folder().resolve("large")).hasSize(3 << 20);
  }

  @Test
  void another_content_is_another_bundle() throws Exception {
    staged().stage(host("h1"));
    Path first = staged().folder();
    Files.writeString(bundle.resolve("bin/tool"), "#!/bin/sh\necho there\n");
    staged().stage(host("h1"));

    assertThat(staged().folder()).isNotEqualTo(first);
    assertThat(bundlesThere()).containsExactlyInAnyOrder(first, staged().folder());
  }

  @Test
  void many_at_once_leave_one_whole_bundle() throws Exception {
    StagedBundle staged = staged();
    List<Future<?>> all = new ArrayList<>();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 6; i++) {
        all.add(
            threads.submit(
                () -> {
                  staged.stage(host("h1"));
                  // Whoever may use it finds all of it.
                  assertThat(staged.folder().resolve("large")).hasSize(3 << 20);
                  return null;
                }));
      }
    }
    for (Future<?> one : all) {
      one.get();
    }

    assertThat(bundlesThere()).containsExactly(staged.folder());
  }

  @Test
  void a_host_that_is_not_reached_is_named() throws Exception {
    ssh.down("h2");

    assertThatThrownBy(() -> staged().stage(host("h2")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("h2: ")
        .hasMessageContaining("No route to host");
  }

  @Test
  void words_reach_the_host_as_they_are() throws Exception {
    assertThat(
            host("h1")
                .run(
                    "printf '%s|' " + Shell.words(List.of("a b", "it's", "$HOME", "*", "\"")),
                    Duration.ofSeconds(9)))
        .isEqualTo("a b|it's|$HOME|*|\"|");
  }

  @Test
  void a_script_that_takes_too_long_is_given_up() {
    assertThatThrownBy(() -> host("h1").run("sleep 60", Duration.ofMillis(200)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("did not end within");
  }
}
