package org.gpurma.service.jobspec;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** A valid job spec, every expression filled in. */
@JsonIgnoreProperties({"apiVersion", "kind"})
public record JobSpec(
    Metadata metadata,
    Program program,
    Resources resources,
    Memory memory,
    Transport transport,
    List<BufferSpec> buffers,
    List<UserdataSpec> userdata,
    ResultsSpec results,
    List<CheckSpec> check,
    String walltime,
    Map<String, String> parameters) {

  static final String MPI_CUDA = "mpi-cuda";

  public JobSpec {
    memory = Objects.requireNonNullElse(memory, new Memory(0));
    transport = Objects.requireNonNullElse(transport, new Transport(null));
    buffers = List.copyOf(Objects.requireNonNullElse(buffers, List.of()));
    userdata = List.copyOf(Objects.requireNonNullElse(userdata, List.of()));
    check = List.copyOf(Objects.requireNonNullElse(check, List.of()));
    walltime = Objects.requireNonNullElse(walltime, "1h");
    parameters = Map.copyOf(Objects.requireNonNullElse(parameters, Map.of()));
  }

  public record Metadata(String name, String description, Map<String, String> labels) {}

  /**
   * One of file and source; a source is stored as {@link #DEFAULT_FILE}.
   *
   * @param entry null where the host program names the kernels
   * @param host null where the job has no host program of its own
   */
  public record Program(
      Model model, String file, String source, String entry, int threadsPerRank, HostSpec host) {
    public static final String DEFAULT_FILE = "kernel.cu";

    public Program {
      model = Objects.requireNonNullElse(model, Model.GPURMA);
      file = Objects.requireNonNullElse(file, DEFAULT_FILE);
      threadsPerRank = threadsPerRank == 0 ? 1 : threadsPerRank;
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

  /** Ranks per GPU of 0: the GPU's own number. */
  public record Resources(int gpus, int ranksPerGpu) {}

  /** 0: the runtime's default. */
  public record Memory(long managedMiB) {
    public long managedBytes() {
      return managedMiB << 20;
    }
  }

  /** How ranks reach other GPUs of their node; a path of null: as the runtime is set up. */
  public record Transport(Path path) {
    public enum Path {
      @JsonProperty("nearest")
      NEAREST,
      @JsonProperty("network")
      NETWORK
    }
  }

  public Duration walltimeLimit() {
    long number = Long.parseLong(walltime.substring(0, walltime.length() - 1));
    return switch (walltime.charAt(walltime.length() - 1)) {
      case 's' -> Duration.ofSeconds(number);
      case 'm' -> Duration.ofMinutes(number);
      default -> Duration.ofHours(number);
    };
  }
}
