package org.gpurma.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.DriverManager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DatabaseInUseTest {
  private final DatabaseInUse explainer = new DatabaseInUse();

  @TempDir private Path folder;

  @Test
  void a_data_folder_that_another_service_has_is_named_as_the_cause() throws Exception {
    String url = "jdbc:h2:file:" + folder.resolve("service");
    DriverManager.getConnection(url).close();
    Throwable refused;
    try (var file = FileChannel.open(folder.resolve("service.mv.db"), StandardOpenOption.WRITE);
        var _ = file.lock()) {
      refused = catchThrowable(() -> DriverManager.getConnection(url));
    }

    assertThat(explainer.analyze(new IllegalStateException("cannot start", refused)))
        .satisfies(
            analysis -> {
              assertThat(analysis.getDescription())
                  .isEqualTo("another service uses the data folder");
              assertThat(analysis.getAction()).contains("gpurma.data-dir");
            });
  }

  @Test
  void other_failures_are_left_to_others() {
    assertThat(explainer.analyze(new IllegalStateException(new IOException("disk full")))).isNull();
  }
}
