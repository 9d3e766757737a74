package org.gpurma.service.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.gpurma.service.cluster.ClusterMonitor.Asked;
import org.gpurma.service.remote.Shell;
import org.gpurma.service.remote.SshHost;
import org.gpurma.service.remote.StagedBundle;
import org.gpurma.service.settings.ServiceSettings;
import org.gpurma.service.settings.ServiceSettings.NodeSettings;

/** The nodes that the settings name, or else this machine alone. */
public record ConfiguredNodes(ServiceSettings settings, StagedBundle bundle) {
  /**
   * @throws IllegalArgumentException with the name of the setting that is wrong
   */
  public List<Asked> asked() {
    List<NodeSettings> nodes = settings.cluster().nodes();
    if (nodes.isEmpty()) {
      return List.of(LocalNode.asked(settings.bundleFolder(), settings.emulated()));
    }
    if (settings.serviceUrl().isBlank()) {
      throw new IllegalArgumentException(
          "gpurma.service-url must say where the nodes of gpurma.cluster.nodes reach this service,"
              + " e.g. http://10.78.0.1:8080");
    }
    if (nodes.stream().map(NodeSettings::name).distinct().count() < nodes.size()) {
      throw new IllegalArgumentException("gpurma.cluster.nodes names a node twice");
    }
    return nodes.stream().map(this::asked).toList();
  }

  private Asked asked(NodeSettings node) {
    if (node.name() == null || node.name().isBlank()) {
      throw new IllegalArgumentException("a node of gpurma.cluster.nodes has no name");
    }
    String target = node.ssh().isBlank() ? node.name() : node.ssh();
    return new Asked(node.name(), new Reach.Ssh(target), probe(node, target));
  }

  private NodeProbe probe(NodeSettings node, String target) {
    if (!node.report().isBlank()) {
      return () -> Files.readString(Path.of(node.report()));
    }
    return () -> ask(new SshHost(settings.ssh(), target));
  }

  private String ask(SshHost host) throws IOException, InterruptedException {
    bundle.stage(host);
    return host.run(
        Shell.words(LocalNode.command(bundle.folder(), settings.emulated().gpus())),
        LocalNode.PROBE_TIMEOUT);
  }
}
