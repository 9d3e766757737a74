package org.gpurma.service.launch;

import java.nio.file.Path;

/**
 * Where things lie on the nodes of an attempt.
 *
 * @param bundle the runtime bundle
 * @param runFolder the attempt's folder
 */
public record LaunchSite(Path bundle, Path runFolder) {
  Path runtime() {
    return bundle.resolve("bin/gpurma-runtime");
  }
}
