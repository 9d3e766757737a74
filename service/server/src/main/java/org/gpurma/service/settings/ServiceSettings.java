package org.gpurma.service.settings;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What an operator can set, as {@code gpurma.*}.
 *
 * @param dataDir database, job folders and logs
 * @param bundle the unpacked runtime bundle
 * @param jobSpecs the catalogue: one folder a job, submitted by name
 * @param serviceUrl where runtime processes reach this service; empty: loopback and the own port
 */
@ConfigurationProperties("gpurma")
public record ServiceSettings(
    @DefaultValue(".gpurma/data") String dataDir,
    @DefaultValue(".gpurma/bundle") String bundle,
    @DefaultValue("job-specs") String jobSpecs,
    @DefaultValue("") String serviceUrl,
    @DefaultValue Emulated emulated,
    @DefaultValue Cluster cluster,
    @DefaultValue Ssh ssh,
    @DefaultValue Compile compile,
    @DefaultValue Launch launch,
    @DefaultValue Jobs jobs) {

  public ServiceSettings {
    if (!serviceUrl.isBlank()) {
      Setting.webAddress("gpurma.service-url", serviceUrl);
    } else if (!cluster.nodes().isEmpty()) {
      throw new IllegalArgumentException(
          "gpurma.service-url must say where the nodes of gpurma.cluster.nodes reach this service,"
              + " e.g. http://10.78.0.1:8080");
    }
  }

  /**
   * Emulated GPUs, used where there is no real one.
   *
   * @param force use them even where there are real ones
   */
  public record Emulated(
      @DefaultValue("false") boolean force,
      @DefaultValue("2") int gpus,
      @DefaultValue("8") int ranksPerGpu) {
    /** Each is at least a process and a thread for every rank. */
    public static final int MOST_GPUS = 1024;

    private static final int MOST_RANKS = 4096;

    public Emulated {
      Setting.within("gpurma.emulated.gpus", gpus, 1, MOST_GPUS);
      Setting.within("gpurma.emulated.ranks-per-gpu", ranksPerGpu, 1, MOST_RANKS);
    }
  }

  /**
   * The nodes; none: this machine alone.
   *
   * @param network what connects them, e.g. 10.78.0.0/24; empty: what Open MPI finds
   * @param askAgain between two questions to a node that is not ready
   */
  public record Cluster(
      List<NodeSettings> nodes,
      @DefaultValue("") String network,
      @DefaultValue("10s") Duration askAgain) {
    public Cluster {
      nodes = nodes == null ? List.of() : List.copyOf(nodes);
      if (nodes.stream().map(NodeSettings::name).distinct().count() < nodes.size()) {
        throw new IllegalArgumentException("gpurma.cluster.nodes names a node twice");
      }
      Setting.positive("gpurma.cluster.ask-again", askAgain);
    }
  }

  /**
   * @param name what the machine calls itself
   * @param ssh what ssh takes: a host, an address, user@host; empty: the name
   * @param report a file with what gpurma-probe printed there; empty: the node is asked
   */
  public record NodeSettings(
      String name, @DefaultValue("") String ssh, @DefaultValue("") String report) {
    private static final String HOST = "[A-Za-z0-9][A-Za-z0-9._-]{0,252}";

    public NodeSettings {
      if (name == null || name.isBlank()) {
        throw new IllegalArgumentException(
            "a node of gpurma.cluster.nodes has no name; it is what uname -n prints there");
      }
      // Both become words of commands, where a leading dash is an option.
      Setting.require(
          name.matches(HOST), "a name in gpurma.cluster.nodes", "be that of a host", name);
      Setting.require(
          ssh.isEmpty() || !ssh.startsWith("-") && ssh.matches("\\S+"),
          "ssh of a node in gpurma.cluster.nodes",
          "be a host, an address or user@host",
          ssh);
    }
  }

  /**
   * How nodes are reached.
   *
   * @param options of ssh, e.g. -F and a file
   * @param folder on the nodes, for runtime bundles and the folders of running jobs
   */
  public record Ssh(
      @DefaultValue("ssh") String command,
      List<String> options,
      @DefaultValue("/var/tmp/gpurma") String folder) {
    public Ssh {
      options = options == null ? List.of() : List.copyOf(options);
    }
  }

  /**
   * The compilers of programs.
   *
   * @param timeout how long one may take
   */
  public record Compile(
      @DefaultValue("g++") String gxx,
      @DefaultValue("nvcc") String nvcc,
      @DefaultValue("180s") Duration timeout) {
    public Compile {
      Setting.positive("gpurma.compile.timeout", timeout);
    }
  }

  /**
   * How mpirun is called.
   *
   * @param grace how long processes have to end by themselves before they are killed
   * @param silence how long a process of another machine may be silent; it reports every 2 s
   * @param localSilence how long one of this machine may be, unless a debugger holds it; 0: for
   *     ever
   */
  public record Launch(
      @DefaultValue("mpirun") String mpirun,
      @DefaultValue("ompi_info") String ompiInfo,
      @DefaultValue("2s") Duration grace,
      @DefaultValue("8s") Duration silence,
      @DefaultValue("60s") Duration localSilence) {
    public Launch {
      Setting.notNegative("gpurma.launch.grace", grace);
      Setting.positive("gpurma.launch.silence", silence);
      Setting.notNegative("gpurma.launch.local-silence", localSilence);
    }
  }

  /**
   * How compilers and jobs are kept apart from the service.
   *
   * @param user that they run as on this machine; empty: that of the service
   * @param compileMiB memory that a compiler may have; 0: any
   * @param fileMiB the longest file that they may write; 0: any
   * @param processes processes and threads that the user may have; 0: any
   */
  public record Jobs(
      @DefaultValue("") String user,
      @DefaultValue("16384") long compileMiB,
      @DefaultValue("262144") long fileMiB,
      @DefaultValue("32768") long processes) {
    private static final long MOST_MIB = Long.MAX_VALUE >> 20;

    public Jobs {
      Setting.within("gpurma.jobs.compile-mib", compileMiB, 0, MOST_MIB);
      Setting.within("gpurma.jobs.file-mib", fileMiB, 0, MOST_MIB);
      Setting.within("gpurma.jobs.processes", processes, 0, Integer.MAX_VALUE);
    }
  }

  public Path dataFolder() {
    return Path.of(dataDir).toAbsolutePath().normalize();
  }

  public Path bundleFolder() {
    return Path.of(bundle).toAbsolutePath().normalize();
  }

  public Path catalogueFolder() {
    return Path.of(jobSpecs).toAbsolutePath().normalize();
  }
}
