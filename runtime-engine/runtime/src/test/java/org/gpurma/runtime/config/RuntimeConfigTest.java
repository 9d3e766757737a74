package org.gpurma.runtime.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import org.gpurma.runtime.records.QueueSizes;
import org.gpurma.wire.RunSpec;
import org.junit.jupiter.api.Test;

class RuntimeConfigTest {

  private final Properties properties = new Properties();

  @Test
  void hasTheDocumentedDefaults() {
    assertThat(RuntimeConfig.from(properties, Map.of()))
        .isEqualTo(
            new RuntimeConfig(
                new QueueSizes(64, 16, 1024, 256, 4096, 8, 16384),
                64,
                65536,
                32L << 20,
                8,
                128 * 1024,
                64L << 20,
                8,
                Duration.ofSeconds(1),
                Duration.ofSeconds(10),
                new StallSettings(Duration.ofSeconds(30), Duration.ofSeconds(1)),
                PathChoice.NEAREST,
                CudaAware.AUTO,
                MpiThreads.AUTO,
                NodeMessages.SHARED,
                -1,
                Path.of(".")));
  }

  @Test
  void takesAPropertyBeforeTheEnvironment() {
    properties.setProperty("gpurma.log.slots", "32");
    RuntimeConfig config =
        RuntimeConfig.from(
            properties, Map.of("GPURMA_LOG_SLOTS", "64", "GPURMA_STAGING_SLOTS", "16"));
    assertThat(config.queues().log()).isEqualTo(32);
    assertThat(config.queues().staging()).isEqualTo(16);
  }

  @Test
  void takesTheSizesThatAJobWantsBeforeItsOwn() {
    properties.setProperty("gpurma.log.slots", "32");
    RunSpec job =
        RunSpec.newBuilder()
            .setQueues(
                org.gpurma.wire.QueueSizes.newBuilder()
                    .setCommand(128)
                    .setArrivals(2048)
                    .setUnmatched(7))
            .setEagerBytes(4096)
            .build();
    assertThat(RuntimeConfig.from(properties, Map.of()).with(job).queues())
        .isEqualTo(new QueueSizes(128, 16, 2048, 32, 7, 8, 4096));
  }

  @Test
  void takesTheNetworkWhereItIsAskedFor() {
    properties.setProperty("gpurma.path", "network");
    assertThat(RuntimeConfig.from(properties, Map.of()).path()).isEqualTo(PathChoice.NETWORK);
  }

  @Test
  void leavesSmallMessagesToMpiWhereItIsAskedFor() {
    properties.setProperty("gpurma.node.messages", "mpi");
    assertThat(RuntimeConfig.from(properties, Map.of()).nodeMessages()).isEqualTo(NodeMessages.MPI);
  }

  @Test
  void takesCudaAwarenessFromTheEnvironment() {
    assertThat(RuntimeConfig.from(properties, Map.of("GPURMA_MPI_CUDA_AWARE", "no")).cudaAware())
        .isEqualTo(CudaAware.NO);
  }

  @Test
  void namesAPathThatDoesNotExist() {
    properties.setProperty("gpurma.path", "scenic");
    assertThatThrownBy(() -> RuntimeConfig.from(properties, Map.of()))
        .hasMessageContaining("gpurma.path")
        .hasMessageContaining("scenic");
  }

  @Test
  void looksForNoDeadlocksWhereItIsToldSo() {
    properties.setProperty("gpurma.deadlock.millis", "0");
    assertThat(RuntimeConfig.from(properties, Map.of()).stalls().looksForDeadlocks()).isFalse();
  }

  @Test
  void refusesToReportEveryWaitAtOnce() {
    properties.setProperty("gpurma.stall.seconds", "0");
    assertThatThrownBy(() -> RuntimeConfig.from(properties, Map.of()))
        .hasMessageContaining("gpurma.stall.seconds")
        .hasMessageContaining("0");
  }

  @Test
  void namesASettingThatIsNoNumber() {
    properties.setProperty("gpurma.log.slots", "many");
    assertThatThrownBy(() -> RuntimeConfig.from(properties, Map.of()))
        .hasMessageContaining("gpurma.log.slots")
        .hasMessageContaining("many");
  }

  @Test
  void refusesAQueueThatTheLargestPutDoesNotFitIn() {
    properties.setProperty("gpurma.host.lane.pieces", "64");
    assertThatThrownBy(() -> RuntimeConfig.from(properties, Map.of()))
        .hasMessageContaining("host lane pieces")
        .hasMessageContaining("64");
  }

  @Test
  void refusesQueuesWhoseSlotsAreNoPowerOfTwo() {
    properties.setProperty("gpurma.command.slots", "48");
    assertThatThrownBy(() -> RuntimeConfig.from(properties, Map.of()))
        .hasMessageContaining("command slots")
        .hasMessageContaining("48");
  }
}
