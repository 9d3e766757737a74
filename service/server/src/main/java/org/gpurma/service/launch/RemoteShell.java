package org.gpurma.service.launch;

import java.util.Map;
import java.util.stream.Collectors;
import org.gpurma.service.cluster.Reach;
import org.gpurma.service.remote.Shell;
import org.gpurma.service.remote.SshHost;
import org.gpurma.service.settings.ServiceSettings;

/**
 * The script that mpirun calls as {@code remote-shell HOST COMMAND...} to start its daemon on a
 * node.
 *
 * <p>It keeps sending signs of life to a guard on the node, which ends everything there once they
 * stop; and it notes a node with which the connection broke, because mpirun does not say which.
 */
final class RemoteShell {
  /** In the run folder: the names of nodes that were lost, a line each. */
  static final String LOST = "lost-nodes";

  /** The guard's patience. A line arrives every 2 s. */
  private static final int SILENCE_SECONDS = 8;

  private static final String SCRIPT =
      """
      #!/bin/sh
      case $1 in
      %s
      *) echo "remote-shell: $1 is no node of this job" >&2; exit 1 ;;
      esac
      shift
      quoted=$(printf '%%s' "$*" | sed "s/'/'\\\\\\\\''/g")
      life=$(mktemp -u "$(dirname "$0")/life.XXXXXX")
      mkfifo -m 600 "$life" || exit 1
      (while echo; do sleep 2; done) >"$life" 2>/dev/null &
      feeder=$!
      %s "$target" "exec %s %s %d sh -c '$quoted'" <"$life" &
      session=$!
      trap 'kill $session' TERM INT HUP
      while kill -0 $session 2>/dev/null; do
        wait $session
        code=$?
      done
      kill $feeder 2>/dev/null
      rm -f "$life"
      [ $code -ne 255 ] || echo "$node" >>"$(dirname "$0")/%s"
      exit $code
      """;

  private RemoteShell() {}

  /**
   * @param nodes by name
   * @param mark of the launch on a node
   */
  static String script(
      ServiceSettings.Ssh ssh, Map<String, Reach.Ssh> nodes, LaunchSite site, String mark) {
    String cases =
        nodes.entrySet().stream()
            .map(
                node ->
                    "%s) target=%s; node=%s ;;"
                        .formatted(
                            Shell.word(node.getValue().host()),
                            Shell.word(node.getValue().target()),
                            Shell.word(node.getKey())))
            .collect(Collectors.joining("\n"));
    return SCRIPT.formatted(
        cases,
        Shell.words(SshHost.command(ssh)),
        Shell.word(site.bundle().resolve("bin/gpurma-guard").toString()),
        Shell.word(mark),
        SILENCE_SECONDS,
        LOST);
  }
}
