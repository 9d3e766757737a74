package org.gpurma.service.counters;

import java.util.List;
import java.util.Locale;
import org.gpurma.wire.Path;

/** How data paths are called outside of the wire contract. */
public final class PathName {
  /** The nearest first. */
  public static final List<Path> PATHS = List.of(Path.DEVICE_LOCAL, Path.PEER, Path.HOST_NETWORK);

  private PathName() {}

  public static String of(Path path) {
    return path.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
