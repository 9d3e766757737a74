package org.gpurma.service.lifecycle;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.gpurma.service.joblog.Channel;
import org.gpurma.service.joblog.JobLog;

/** Carries what mpirun and its processes print into the job's log while they run. */
final class LauncherOutput {
  private static final int MAX_LINES = 20_000;
  private static final int CHUNK = 64 << 10;
  private static final int TAIL = 64 << 10;

  private final Path file;
  private final JobLog log;
  private long position;
  private long lines;
  private long alreadyLogged;
  private volatile boolean stopped;
  private String unfinished = "";

  LauncherOutput(Path file, JobLog log) {
    this.file = file;
    this.log = log;
    this.alreadyLogged = log.lines(Channel.LAUNCHER);
  }

  /**
   * Follows the file until {@link #stop}. It is never interrupted: an interrupt closes the file
   * channels that the thread writes to.
   */
  void follow() {
    Thread.ofVirtual().name("launcher-output").start(this::copyUntilStopped);
  }

  private void copyUntilStopped() {
    try {
      while (!stopped) {
        copy(false);
        Thread.sleep(200);
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  void stop() {
    stopped = true;
  }

  /** Takes the rest, a last line without an end included. */
  void drain() {
    copy(true);
  }

  private synchronized void copy(boolean toTheEnd) {
    if (!Files.exists(file) || log.sealed()) {
      return;
    }
    try (var in = new RandomAccessFile(file.toFile(), "r")) {
      in.seek(position);
      byte[] chunk = new byte[CHUNK];
      int count;
      while ((count = in.read(chunk)) > 0) {
        position += count;
        take(unfinished + new String(chunk, 0, count, StandardCharsets.ISO_8859_1));
      }
      if (toTheEnd && !unfinished.isEmpty()) {
        take(unfinished + "\n");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void take(String text) {
    List<String> whole = new ArrayList<>();
    int start = 0;
    int end;
    while ((end = text.indexOf('\n', start)) >= 0) {
      accept(text.substring(start, end), whole);
      start = end + 1;
    }
    unfinished = text.substring(start);
    if (unfinished.length() > CHUNK) {
      accept(unfinished, whole);
      unfinished = "";
    }
    if (!whole.isEmpty()) {
      log.writeLines(Channel.LAUNCHER, whole);
    }
  }

  private void accept(String line, List<String> whole) {
    lines++;
    if (lines <= alreadyLogged || lines > MAX_LINES) {
      return;
    }
    whole.add(utf8(line));
    if (lines == MAX_LINES) {
      whole.add("... (the rest is in " + file.getFileName() + " of the run folder)");
    }
  }

  /** Lines are cut out byte by byte, so that no character is torn at the end of a chunk. */
  private static String utf8(String bytes) {
    return new String(bytes.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
  }

  String tail() {
    if (!Files.exists(file)) {
      return "";
    }
    try (var in = new RandomAccessFile(file.toFile(), "r")) {
      in.seek(Math.max(0, in.length() - TAIL));
      byte[] bytes = new byte[(int) Math.min(TAIL, in.length())];
      in.readFully(bytes);
      return new String(bytes, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
