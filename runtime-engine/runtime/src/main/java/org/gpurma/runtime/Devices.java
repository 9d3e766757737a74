package org.gpurma.runtime;

import org.gpurma.runtime.config.RuntimeConfig;
import org.gpurma.runtime.device.Device;
import org.gpurma.runtime.device.Program;
import org.gpurma.runtime.device.cuda.CudaDevice;
import org.gpurma.runtime.device.emulated.EmulatedDevice;
import org.gpurma.runtime.failure.Failure;
import org.gpurma.runtime.failure.FailureException;
import org.gpurma.runtime.network.World;
import org.gpurma.runtime.topology.JobTopology;
import org.gpurma.wire.DeviceKind;
import org.gpurma.wire.Placement;
import org.gpurma.wire.RunSpec;

/** Opens the device that the placement names, and sees how many ranks it runs. */
final class Devices {

  private static final String EMULATOR = "libgpurma_emulator.so";

  private Devices() {}

  static Placement placement(RunSpec spec, World world) {
    if (spec.getPlacementsCount() != world.processes()) {
      throw mismatch(
          "%d processes were placed, %d were started"
              .formatted(spec.getPlacementsCount(), world.processes()));
    }
    Placement asked = spec.getPlacements(world.process());
    requireHere(asked, Node.name(), Node.cores());
    return asked;
  }

  /** A launcher that put the process elsewhere would go unnoticed until somebody measures. */
  static void requireHere(Placement asked, String node, String cores) {
    if (!asked.getNode().isEmpty() && !asked.getNode().equals(node)) {
      throw mismatch(
          "node %s was asked for, this process runs on %s".formatted(asked.getNode(), node));
    }
    if (!asked.getCores().isEmpty() && !asked.getCores().equals(cores)) {
      throw mismatch(
          "cores %s of %s were asked for, this process runs on %s"
              .formatted(asked.getCores(), node, cores));
    }
  }

  static Device open(RunSpec spec, Placement placement, RuntimeConfig config) {
    return switch (spec.getDevice()) {
      case EMULATED ->
          new EmulatedDevice(
              config.nativeFolder().resolve(EMULATOR).toAbsolutePath(),
              placement.getGpu(),
              config.emulatedRanks());
      case CUDA -> requirePlaced(new CudaDevice(), placement);
      case DEVICE_KIND_UNSPECIFIED, UNRECOGNIZED ->
          throw new FailureException(new Failure.BadRunSpec("device: neither EMULATED nor CUDA"));
    };
  }

  /** As many as asked for, or as fit. */
  static int ranks(RunSpec spec, Device device, Program program) {
    int fitting = program.fittingRanks(spec.getThreadsPerRank());
    int asked = spec.getRanksPerGpu();
    boolean isBounded = spec.getDevice() == DeviceKind.CUDA;
    if (fitting == 0 || (isBounded && asked > fitting)) {
      throw new FailureException(
          new Failure.BadRunSpec(
              "resources.ranksPerGpu: %d ranks do not run at once; %s holds %d of %d threads of kernel %s"
                  .formatted(
                      Math.max(asked, 1),
                      device.name(),
                      fitting,
                      spec.getThreadsPerRank(),
                      spec.getEntry())));
    }
    return asked == 0 ? fitting : asked;
  }

  /** Ranks of near GPUs find each other by a rank's index, which must not depend on the GPU. */
  static void requireEqualRanks(JobTopology topology) {
    int wanted = topology.ranksOf(0);
    if (topology.ranks() != wanted) {
      throw mismatch(
          "the GPU of process %d runs %d ranks, that of process 0 runs %d; all GPUs of a job run as many: set resources.ranksPerGpu"
              .formatted(topology.process(), topology.ranks(), wanted));
    }
  }

  private static Device requirePlaced(Device device, Placement placement) {
    if (!device.uuid().equals(placement.getGpu())) {
      throw mismatch(
          "%s was asked for, this process runs on %s".formatted(placement.getGpu(), device.uuid()));
    }
    return device;
  }

  private static FailureException mismatch(String message) {
    return new FailureException(new Failure.PlacementMismatch(message));
  }
}
