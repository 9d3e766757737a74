package org.gpurma.service.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.gpurma.service.remote.StagedBundle;
import org.gpurma.service.settings.ServiceSettings;
import org.gpurma.service.settings.ServiceSettings.NodeSettings;
import org.gpurma.service.testing.FakeSsh;
import org.gpurma.service.testing.TestBundle;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfiguredNodesTest {
  @TempDir private Path folder;

  private ConfiguredNodes nodes(String url, NodeSettings... nodes) throws Exception {
    var settings =
        new ServiceSettings(
            "data",
            TestBundle.in(folder).toString(),
            "jobs",
            url,
            new ServiceSettings.Emulated(true, 2, 8),
            new ServiceSettings.Cluster(List.of(nodes), "", Duration.ofSeconds(1)),
            FakeSsh.in(folder).settings(),
            null,
            null,
            null);
    return new ConfiguredNodes(settings, new StagedBundle(settings));
  }

  @Test
  void without_nodes_it_is_this_machine() throws Exception {
    assertThat(nodes("").asked())
        .extracting(ClusterMonitor.Asked::reach)
        .containsExactly(Reach.LOCAL);
  }

  @Test
  void a_node_is_asked_over_ssh_by_a_probe_that_is_brought_there() throws Exception {
    ClusterMonitor.Asked asked =
        nodes("http://10.0.0.1:8080", new NodeSettings("h1", "me@10.0.0.2", "")).asked().getFirst();

    assertThat(asked.reach()).isEqualTo(new Reach.Ssh("me@10.0.0.2"));
    assertThat(ReportReader.read(asked.probe().run()).emulatedGpus()).isEqualTo(2);
    assertThat(folder.resolve("on hosts/bundles")).isNotEmptyDirectory();
  }

  @Test
  void a_report_that_is_no_file_of_text_is_told_with_its_path() throws Exception {
    Path latin1 = Files.write(folder.resolve("latin1.json"), new byte[] {'"', (byte) 0xfc, '"'});
    for (var refused :
        Map.of(
                folder.resolve("none.json"),
                "none.json, is not there",
                folder,
                "is no file",
                Path.of("/dev/zero"),
                "/dev/zero, is no file",
                latin1,
                "is no UTF-8")
            .entrySet()) {
      var node = new NodeSettings("h1", "", refused.getKey().toString());
      NodeProbe probe = nodes("http://h", node).asked().getFirst().probe();

      assertThatThrownBy(probe::run)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("gpurma.cluster.nodes")
          .hasMessageContaining(refused.getValue());
    }
  }

  @Test
  void settings_that_cannot_work_are_named() {
    assertThatThrownBy(() -> nodes("", new NodeSettings("h1", "", "")).asked())
        .hasMessageContaining("gpurma.service-url must say where");
    assertThatThrownBy(
            () ->
                nodes("http://h", new NodeSettings("h1", "", ""), new NodeSettings("h1", "x", ""))
                    .asked())
        .hasMessageContaining("names a node twice");
    assertThatThrownBy(() -> nodes("http://h", new NodeSettings(null, "x", "")).asked())
        .hasMessageContaining("has no name");
  }
}
