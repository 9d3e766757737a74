package org.gpurma.runtime.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProbeTest {

  @TempDir private Path root;

  private void file(String path, String text) throws IOException {
    Path file = root.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text + "\n");
  }

  @Test
  void linux_tells_the_name_the_cpus_the_cores_and_the_numa_nodes() throws IOException {
    file("proc/sys/kernel/hostname", "node7");
    file("proc/self/status", "Name:\tprobe\nCpus_allowed_list:\t0-2");
    file("sys/devices/system/node/node0/cpulist", "0,2");
    file("sys/devices/system/node/node1/cpulist", "1,3");
    file("sys/devices/system/node/possible", "0-1");
    for (int cpu = 0; cpu < 12; cpu++) {
      String siblings = cpu % 6 + "," + (cpu % 6 + 6);
      file("sys/devices/system/cpu/cpu" + cpu + "/topology/thread_siblings_list", siblings);
    }
    var linux = new LinuxFacts(root);

    assertThat(linux.host()).isEqualTo("node7");
    assertThat(linux.cpus()).isEqualTo("0-2");
    assertThat(linux.numaNodes())
        .containsExactly(Map.of("index", 0, "cpus", "0,2"), Map.of("index", 1, "cpus", "1,3"));
    assertThat(linux.cores()).containsExactly("0,6", "1,7", "2,8", "3,9", "4,10", "5,11");
  }

  @Test
  void nics_are_those_for_remote_memory_access_and_those_with_hardware() throws IOException {
    Files.createDirectories(root.resolve("pci/0000:0f:00.0"));
    file("sys/class/infiniband/mlx5_0/ports/1/state", "4: ACTIVE");
    file("sys/class/infiniband/mlx5_0/ports/1/link_layer", "InfiniBand");
    file("sys/class/infiniband/mlx5_0/ports/1/rate", "400 Gb/sec (4X NDR)");
    file("pci/0000:0f:00.0/numa_node", "1");
    Files.createSymbolicLink(
        root.resolve("sys/class/infiniband/mlx5_0/device"), root.resolve("pci/0000:0f:00.0"));
    Files.createDirectories(root.resolve("sys/class/net/lo"));

    assertThat(new LinuxFacts(root).nics())
        .containsExactly(
            Map.of(
                "name", "mlx5_0",
                "kind", "rdma",
                "state", "4: ACTIVE",
                "linkLayer", "InfiniBand",
                "rate", "400 Gb/sec (4X NDR)",
                "numaNode", 1,
                "busId", "0000:0f:00.0"));
  }

  @Test
  void a_tool_that_is_absent_or_fails_is_said_to_be() {
    assertThat(Tool.of("no-such-tool-here", "-x").report())
        .containsEntry("command", "no-such-tool-here -x")
        .containsKey("absent")
        .doesNotContainKey("output");
    assertThat(Tool.of("sh", "-c", "echo no driver >&2; exit 9").report())
        .containsEntry("failed", "exit code 9: no driver");
  }

  @Test
  void of_a_tools_lines_those_that_are_wanted_are_kept_as_they_are() {
    assertThat(Tool.of("printf", "a\\t1\\nb\\nc").keeping(line -> !line.equals("b")).report())
        .containsEntry("output", "a\t1\nc\n");
  }

  @Test
  void this_machine_is_told_in_one_json_object() throws Exception {
    String json = Json.write(Probe.report(new LinuxFacts(Path.of("/")), 3));

    assertThat(json)
        .startsWith("{\"format\":1,\"host\":\"")
        .contains("\"emulatedGpus\":3", "\"matrix\":{\"command\":\"nvidia-smi topo -m\"")
        .contains("ompi:version:full:")
        .endsWith("}")
        .matches("[\\x20-\\x7e]+");
  }

  @Test
  void json_is_plain_ascii() {
    assertThat(Json.write(List.of("\u001b[4m\"ü\\\n\t", Map.of("a", true), 7L)))
        .isEqualTo("[\"\\u001b[4m\\\"\\u00fc\\\\\\n\\t\",{\"a\":true},7]");
  }
}
