package org.gpurma.service.testing;

import com.github.dockerjava.api.exception.NotFoundException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.postgresql.PostgreSQLContainer;

/** PostgreSQL in a container, started once; it ends with the JVM. */
public final class PostgresContainer {
  private static final String IMAGE = System.getProperty("gpurma.test.postgres-image", "postgres");

  private static final String MISSING = find();

  private static final class Shared {
    static final PostgreSQLContainer CONTAINER = started();
  }

  private PostgresContainer() {}

  /** What is not here that it would need; empty where nothing is missing. */
  public static String missing() {
    return MISSING;
  }

  private static String find() {
    if (System.getenv("DOCKER_HOST") == null && !Files.exists(Path.of("/var/run/docker.sock"))) {
      return "no container runtime here (neither DOCKER_HOST nor /var/run/docker.sock)";
    }
    if (!DockerClientFactory.instance().isDockerAvailable()) {
      return "the container runtime does not answer";
    }
    try {
      DockerClientFactory.lazyClient().inspectImageCmd(IMAGE).exec();
      return "";
    } catch (NotFoundException _) {
      return "no image '" + IMAGE + "' here; get it with: docker pull " + IMAGE;
    }
  }

  private static PostgreSQLContainer started() {
    var container = new PostgreSQLContainer(IMAGE);
    container.start();
    return container;
  }

  static String url() {
    PostgreSQLContainer container = Shared.CONTAINER;
    return container.getJdbcUrl()
        + (container.getJdbcUrl().contains("?") ? "&" : "?")
        + "user="
        + container.getUsername()
        + "&password="
        + container.getPassword();
  }
}
