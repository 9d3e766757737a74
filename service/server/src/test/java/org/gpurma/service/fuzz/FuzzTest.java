package org.gpurma.service.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.gpurma.service.testing.Api;
import org.gpurma.service.testing.FakeLauncher;
import org.gpurma.service.testing.RunningService;
import org.gpurma.service.testing.Specs;
import org.gpurma.service.testing.TestBundle;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Whatever is sent to the service, it answers in time, says whose fault it is, and writes nothing
 * anywhere else. As many requests as {@code gpurma.test.fuzz} says, from {@code gpurma.test.seed};
 * service/benchmark/fuzz sends more of them.
 */
class FuzzTest {
  private static final int IN_THE_SUITE = 1000;
  private static final int PATIENCE_MILLIS = 20_000;
  private static final Path TEMPORARY = Path.of("/tmp");

  @TempDir private Path folder;

  @Test
  void no_request_breaks_the_service_or_writes_elsewhere() throws IOException {
    int requests = Integer.getInteger("gpurma.test.fuzz", IN_THE_SUITE);
    long seed = Long.getLong("gpurma.test.seed", System.nanoTime());
    System.out.println("seed " + seed + ", " + requests + " requests");
    String canary = "gpurma-fuzz-" + Long.toHexString(seed);
    Files.createDirectories(folder.resolve("beside"));
    Files.writeString(folder.resolve("beside/file"), "untouched");
    Path bundle = TestBundle.in(folder);
    var launcher = new FakeLauncher();
    try (RunningService service =
        new RunningService(
            folder.resolve("data"),
            bundle,
            launcher,
            "--gpurma.job-specs=" + System.getProperty("gpurma.test.job-specs"),
            "--logging.level.org.gpurma=error")) {
      Api api = service.api();
      String ended = api.submitted(Specs.HELLO);
      api.ended(ended);
      List<String> ids = new ArrayList<>(List.of(ended, "hello-world-9", "none-1", "-", "x-0"));
      var random = new Random(seed);
      var requester =
          new RequestMutator(random, new SpecMutator(random, validSpecs()), ids, canary);
      Map<Path, String> before = snapshot();

      Map<Integer, Integer> statuses = new TreeMap<>();
      for (int i = 0; i < requests; i++) {
        byte[] request = requester.next();
        Answer answer = answer(api, request, seed, i);
        statuses.merge(answer.status(), 1, Integer::sum);
        assertThat(answer.fault()).as("seed %d, request %d: %s", seed, i, text(request)).isEmpty();
      }
      System.out.println("statuses " + statuses);

      assertThat(snapshot()).isEqualTo(before);
      assertThat(strays(canary)).isEmpty();
      assertThat(statuses.keySet()).contains(200, 201, 400, 404, 422);
      resumeNodes(api);
      assertThat(api.ended(api.submitted(Specs.HELLO)).at("/status/state").asString())
          .isEqualTo("SUCCEEDED");
    }
  }

  /** Requests may have drained them. */
  private static void resumeNodes(Api api) {
    Api.json(api.get("/api/v1/cluster"))
        .path("nodes")
        .forEach(
            node ->
                api.command("/api/v1/cluster/nodes/" + node.path("name").asString() + "/resume"));
  }

  private static List<SpecMutator.Valid> validSpecs() throws IOException {
    List<SpecMutator.Valid> specs = new ArrayList<>();
    try (Stream<Path> all = Files.walk(Path.of(System.getProperty("gpurma.test.job-specs")))) {
      for (Path spec : all.filter(path -> path.toString().endsWith(".yaml")).sorted().toList()) {
        specs.add(
            new SpecMutator.Valid(
                spec.getParent().getFileName().toString(), Files.readString(spec)));
      }
    }
    // As often as all others: it needs no files, and so comes further by itself.
    specs.addAll(Collections.nCopies(specs.size(), new SpecMutator.Valid("", Specs.HELLO)));
    return specs;
  }

  private static Answer answer(Api api, byte[] request, long seed, int number) {
    URI url = URI.create(api.url());
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), url.getPort())) {
      socket.setSoTimeout(PATIENCE_MILLIS);
      send(socket, request);
      return Answer.read(socket.getInputStream(), request);
    } catch (IOException e) {
      throw new UncheckedIOException(
          "seed %d, request %d: %s".formatted(seed, number, text(request)), e);
    }
  }

  private static void send(Socket socket, byte[] request) throws IOException {
    try {
      socket.getOutputStream().write(request);
      socket.shutdownOutput();
    } catch (SocketException _) {
      // Refused before all of it was read; the answer is there.
    }
  }

  private static String text(byte[] request) {
    return new String(request, StandardCharsets.ISO_8859_1);
  }

  /** All files of the folder but the service's own, with length and time of change. */
  private Map<Path, String> snapshot() throws IOException {
    Map<Path, String> files = new TreeMap<>(Comparator.naturalOrder());
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path path : all.filter(path -> !path.startsWith(folder.resolve("data"))).toList()) {
        if (Files.isRegularFile(path)) {
          var attributes = Files.readAttributes(path, BasicFileAttributes.class);
          files.put(path, attributes.size() + " bytes of " + attributes.lastModifiedTime());
        } else {
          files.put(path, "");
        }
      }
    }
    return files;
  }

  /** Files that were sent and lie in no folder of a submission or a job. */
  private List<Path> strays(String canary) throws IOException {
    List<Path> strays = new ArrayList<>();
    Path data = folder.resolve("data");
    try (Stream<Path> all = Files.walk(folder)) {
      all.filter(path -> path.getFileName().toString().contains(canary))
          .filter(
              path ->
                  !isInside(path, data.resolve("files"), 1)
                      && !isInside(path, data.resolve("jobs"), 3))
          .forEach(strays::add);
    }
    try (Stream<Path> all = Files.list(TEMPORARY)) {
      all.filter(path -> path.getFileName().toString().contains(canary)).forEach(strays::add);
    }
    return strays;
  }

  private static boolean isInside(Path path, Path top, int levels) {
    return path.startsWith(top) && path.getNameCount() > top.getNameCount() + levels;
  }
}
