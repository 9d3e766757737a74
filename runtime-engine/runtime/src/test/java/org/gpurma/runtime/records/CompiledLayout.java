package org.gpurma.runtime.records;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What the device library's records compile to, by the program device-lib/layout. */
final class CompiledLayout {

  private CompiledLayout() {}

  static Map<String, Integer> read() throws IOException, InterruptedException {
    Path module = Path.of(System.getProperty("basedir", "")).toAbsolutePath();
    Path deviceLib = module.resolve("../../device-lib").normalize();
    Path program = Files.createDirectories(module.resolve("target/layout")).resolve("layout");
    run(
        "g++",
        "-std=c++17",
        "-I",
        deviceLib.resolve("include").toString(),
        deviceLib.resolve("layout/layout.cpp").toString(),
        "-o",
        program.toString());
    Map<String, Integer> layout = new HashMap<>();
    for (String line : run(program.toString()).lines().toList()) {
      String[] fact = line.split(" ", 2);
      layout.put(fact[0], Integer.parseInt(fact[1]));
    }
    return layout;
  }

  private static String run(String... command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(List.of(command)).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    if (process.waitFor() != 0) {
      throw new IOException(String.join(" ", command) + " failed:\n" + output);
    }
    return output;
  }
}
