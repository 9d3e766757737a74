package org.gpurma.service.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BroughtTest {
  @TempDir private Path folder;

  private void file(String path, byte[] bytes) throws IOException {
    Path file = folder.resolve(path);
    Files.createDirectories(file.getParent());
    Files.write(file, bytes);
  }

  @Test
  void spools_of_all_nodes_come_together() throws IOException {
    file("h1/spool/0.spool", new byte[] {1});
    file("h2/spool/1.spool", new byte[] {2});

    Brought.merge(folder.resolve("h1"), folder.resolve("run"));
    Brought.merge(folder.resolve("h2"), folder.resolve("run"));

    assertThat(folder.resolve("run/spool/0.spool")).hasBinaryContent(new byte[] {1});
    assertThat(folder.resolve("run/spool/1.spool")).hasBinaryContent(new byte[] {2});
  }

  @Test
  void each_node_adds_its_part_of_an_output() throws IOException {
    byte[] first = new byte[200_000];
    byte[] last = new byte[300_000];
    byte[] whole = new byte[300_000];
    for (int i = 0; i < whole.length; i++) {
      byte value = (byte) (i % 251);
      whole[i] = value;
      if (i < 100_000) {
        first[i] = value;
      } else {
        last[i] = value;
      }
    }
    file("h1/out/field", first);
    file("h2/out/field", last);

    Brought.merge(folder.resolve("h1"), folder.resolve("run"));
    Brought.merge(folder.resolve("h2"), folder.resolve("run"));

    assertThat(folder.resolve("run/out/field")).hasBinaryContent(whole);
  }
}
