package org.gpurma.service.launch;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;

/**
 * Merges what several nodes wrote. Spools are one process's each. An output file that the processes
 * could not send has each node's part at its place and zeros elsewhere: the parts do not overlap,
 * so what is not zero is what counts.
 */
final class Brought {
  private static final int CHUNK = 64 << 10;

  private Brought() {}

  static void merge(Path from, Path into) throws IOException {
    for (Path file : files(from)) {
      Path target = into.resolve(from.relativize(file).toString());
      Files.createDirectories(target.getParent());
      if (Files.exists(target)) {
        overlay(file, target);
      } else {
        Files.move(file, target);
      }
    }
  }

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(Files::isRegularFile).toList();
    }
  }

  private static void overlay(Path file, Path target) throws IOException {
    try (FileChannel in = FileChannel.open(file);
        FileChannel out =
            FileChannel.open(target, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      ByteBuffer mine = ByteBuffer.allocate(CHUNK);
      ByteBuffer theirs = ByteBuffer.allocate(CHUNK);
      for (long at = 0; in.read(mine.clear(), at) > 0; at += mine.limit()) {
        mine.flip();
        theirs.clear().limit(mine.limit());
        for (int i = 0; i < mine.limit(); i++) {
          theirs.put(i, (byte) 0);
        }
        out.read(theirs, at);
        for (int i = 0; i < mine.limit(); i++) {
          if (mine.get(i) == 0) {
            mine.put(i, theirs.get(i));
          }
        }
        writeAll(out, mine, at);
      }
    }
  }

  private static void writeAll(FileChannel out, ByteBuffer bytes, long at) throws IOException {
    long position = at;
    while (bytes.hasRemaining()) {
      position += out.write(bytes, position);
    }
  }
}
