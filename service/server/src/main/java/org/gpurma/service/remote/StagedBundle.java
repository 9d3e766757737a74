package org.gpurma.service.remote;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.gpurma.service.settings.ServiceSettings;

/** Puts the runtime bundle on hosts, once each: it lies there under the digest of its content. */
public final class StagedBundle {
  private static final Duration TIMEOUT = Duration.ofMinutes(5);

  private final ServiceSettings settings;
  private String digest;

  public StagedBundle(ServiceSettings settings) {
    this.settings = settings;
  }

  /** Where it lies on every host. */
  public Path folder() throws IOException {
    return Path.of(settings.ssh().folder(), "bundles", digest());
  }

  private synchronized String digest() throws IOException {
    if (digest == null) {
      digest = BundleDigest.of(settings.bundleFolder());
    }
    return digest;
  }

  /**
   * Makes sure that it is there.
   *
   * @throws IOException where the host is not reached or has no room
   */
  public void stage(SshHost host) throws IOException, InterruptedException {
    String folder = Shell.word(folder().toString());
    String there = host.run("if [ -d " + folder + " ]; then echo yes; fi", TIMEOUT);
    if (!there.strip().equals("yes")) {
      host.runWithInputOf(
          List.of("tar", "-C", settings.bundleFolder().toString(), "-c", "."),
          unpacking(folder),
          TIMEOUT);
    }
  }

  /**
   * It is unpacked beside its place and moved there when it is whole, so that nobody ever sees half
   * of it. Of two who do this at once, the second one's is dropped.
   */
  private static String unpacking(String folder) {
    return """
        set -e
        umask 022
        mkdir -p "$(dirname %1$s)"
        fresh=$(mktemp -d %1$s.XXXXXX)
        trap 'rm -rf "$fresh"' EXIT
        chmod 755 "$fresh"
        tar -C "$fresh" -x
        mv -T "$fresh" %1$s 2>/dev/null || [ -d %1$s ]
        """
        .formatted(folder);
  }
}
