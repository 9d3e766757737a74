package org.gpurma.service.settings;

import java.nio.file.Path;
import java.time.Duration;
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
    @DefaultValue Compile compile,
    @DefaultValue Launch launch) {

  /**
   * Emulated GPUs, used where there is no real one.
   *
   * @param force use them even where there are real ones
   */
  public record Emulated(
      @DefaultValue("false") boolean force,
      @DefaultValue("2") int gpus,
      @DefaultValue("8") int ranksPerGpu) {}

  public record Compile(
      @DefaultValue("g++") String gxx,
      @DefaultValue("nvcc") String nvcc,
      @DefaultValue("180s") Duration timeout) {}

  /**
   * How mpirun is called.
   *
   * @param grace how long processes have to end by themselves before they are killed
   */
  public record Launch(
      @DefaultValue("mpirun") String mpirun,
      @DefaultValue("ompi_info") String ompiInfo,
      @DefaultValue("2s") Duration grace) {}

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
