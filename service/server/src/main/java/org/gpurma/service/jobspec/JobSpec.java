package org.gpurma.service.jobspec;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;

/** A valid job spec, every expression filled in. */
@JsonIgnoreProperties({"apiVersion", "kind", "sweep"})
public record JobSpec(
    Metadata metadata,
    Program program,
    Resources resources,
    Memory memory,
    Transport transport,
    PlacementSpec placement,
    List<InputSpec> inputs,
    List<BufferSpec> buffers,
    Userdata userdata,
    ResultsSpec results,
    List<CheckSpec> check,
    String walltime,
    Map<String, String> parameters,
    int priority,
    RetrySpec retries,
    List<NotificationSpec> notifications,
    PredictionSpec prediction) {

  static final String MPI_CUDA = "mpi-cuda";

  public JobSpec {
    memory = Objects.requireNonNullElse(memory, new Memory(0, null));
    transport = Objects.requireNonNullElse(transport, Transport.AS_SET_UP);
    placement = Objects.requireNonNullElse(placement, PlacementSpec.ANYWHERE);
    inputs = List.copyOf(Objects.requireNonNullElse(inputs, List.of()));
    buffers = List.copyOf(Objects.requireNonNullElse(buffers, List.of()));
    userdata = Objects.requireNonNullElse(userdata, Userdata.NONE);
    check = List.copyOf(Objects.requireNonNullElse(check, List.of()));
    walltime = Objects.requireNonNullElse(walltime, "1h");
    parameters = Map.copyOf(Objects.requireNonNullElse(parameters, Map.of()));
    retries = Objects.requireNonNullElse(retries, RetrySpec.NONE);
    notifications = List.copyOf(Objects.requireNonNullElse(notifications, List.of()));
  }

  public record Metadata(
      String name, String description, Map<String, String> labels, String project) {
    public static final String DEFAULT_PROJECT = "default";
    private static final Pattern NAME = Pattern.compile("[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?");

    public Metadata {
      labels = Map.copyOf(Objects.requireNonNullElse(labels, Map.of()));
      project = Objects.requireNonNullElse(project, DEFAULT_PROJECT);
    }

    public static boolean isProjectName(String text) {
      return NAME.matcher(text).matches();
    }
  }

  /**
   * One of file, source and binary; a source is stored as {@link #DEFAULT_FILE}.
   *
   * @param entry null where the host program names the kernels
   * @param host null where the job has no host program of its own
   * @param flags more options for the compiler
   * @param maxRegisters of a CUDA thread; 0: what one rank leaves
   */
  public record Program(
      Model model,
      String file,
      String source,
      String entry,
      int threadsPerRank,
      HostSpec host,
      Binary binary,
      List<String> flags,
      int maxRegisters) {
    public static final String DEFAULT_FILE = "kernel.cu";

    public Program {
      model = Objects.requireNonNullElse(model, Model.GPURMA);
      file = Objects.requireNonNullElse(file, DEFAULT_FILE);
      threadsPerRank = threadsPerRank == 0 ? 1 : threadsPerRank;
      flags = List.copyOf(Objects.requireNonNullElse(flags, List.of()));
    }
  }

  /** Files with the compiled program for each backend; absent: none for that one. */
  public record Binary(String cuda, String emulated) {}

  /**
   * @param ranksPerGpu 0: the GPU's own number
   * @param gpusPerNode 0: as it comes best
   * @param coresPerGpu 0: the GPU's share of its node's cores
   * @param exclusive its nodes run no other job
   */
  public record Resources(
      int gpus,
      int ranksPerGpu,
      int gpusPerNode,
      int coresPerGpu,
      GpuWishSpec gpu,
      boolean exclusive) {
    public Resources {
      gpu = Objects.requireNonNullElse(gpu, GpuWishSpec.ANY);
    }

    /** Any GPUs, and others may share their nodes. */
    public Resources(int gpus, int ranksPerGpu, int gpusPerNode, int coresPerGpu) {
      this(gpus, ranksPerGpu, gpusPerNode, coresPerGpu, GpuWishSpec.ANY, false);
    }
  }

  /**
   * Which GPUs will do.
   *
   * @param model words of its name; empty: any
   * @param memoryMiB the least memory; 0: any
   */
  public record GpuWishSpec(String model, long memoryMiB) {
    public static final GpuWishSpec ANY = new GpuWishSpec(null, 0);

    public GpuWishSpec {
      model = Objects.requireNonNullElse(model, "");
    }
  }

  /** What a program is written against. */
  public enum Model {
    /** Ranks of one persistent kernel. */
    @JsonProperty("gpurma")
    GPURMA,
    /** Plain kernels, launched and connected by the host program. */
    @JsonProperty(JobSpec.MPI_CUDA)
    MPI_CUDA
  }

  /** 0: the runtime's default. */
  public record Memory(long managedMiB, Queues queues) {
    public Memory {
      queues = Objects.requireNonNullElse(queues, new Queues(0, 0, 0, 0, null));
    }

    public long managedBytes() {
      return managedMiB << 20;
    }
  }

  /**
   * Sizes of each rank's queues; 0: the runtime's default.
   *
   * @param command entries for the host
   * @param arrivals pieces of what comes from further away than mapped memory
   * @param unmatched notifications that arrived and were not asked for yet
   * @param log entries
   * @param logPolicy null: block
   */
  public record Queues(int command, int arrivals, int unmatched, int log, LogPolicy logPolicy) {}

  /** What a rank does while its log queue is full. */
  public enum LogPolicy {
    @JsonProperty("block")
    BLOCK,
    @JsonProperty("drop")
    DROP
  }

  /**
   * How ranks reach other GPUs.
   *
   * @param path of their node; null: as the runtime is set up
   * @param eagerBytes the largest put that travels with its announcement; 0: the runtime's default
   * @param gdrBytes the largest message that the NIC reads straight from device memory; 0: none;
   *     null: as the launcher sets it
   */
  public record Transport(Path path, int eagerBytes, Long gdrBytes) {
    public static final Transport AS_SET_UP = new Transport(null, 0, null);

    public enum Path {
      @JsonProperty("nearest")
      NEAREST,
      @JsonProperty("network")
      NETWORK
    }
  }

  public Duration walltimeLimit() {
    return SpecDuration.parse(walltime);
  }
}
