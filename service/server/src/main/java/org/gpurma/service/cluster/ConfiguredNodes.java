package org.gpurma.service.cluster;

import java.io.IOException;
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
  public List<Asked> asked() {
    List<NodeSettings> nodes = settings.cluster().nodes();
    if (nodes.isEmpty()) {
      return List.of(LocalNode.asked(settings.bundleFolder(), settings.emulated()));
    }
    return nodes.stream().map(this::asked).toList();
  }

  private Asked asked(NodeSettings node) {
    String target = node.ssh().isBlank() ? node.name() : node.ssh();
    return new Asked(node.name(), new Reach.Ssh(target), probe(node, target));
  }

  private NodeProbe probe(NodeSettings node, String target) {
    if (!node.report().isBlank()) {
      return new ReportFile(Path.of(node.report()))::read;
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
