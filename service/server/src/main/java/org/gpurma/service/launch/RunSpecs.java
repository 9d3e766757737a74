package org.gpurma.service.launch;

import com.google.protobuf.TextFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.gpurma.service.cluster.CpuList;
import org.gpurma.service.cluster.GpuKind;
import org.gpurma.service.job.Attempt;
import org.gpurma.service.jobspec.BufferSpec;
import org.gpurma.service.jobspec.HostSpec;
import org.gpurma.service.jobspec.JobSpec;
import org.gpurma.service.jobspec.Userdata;
import org.gpurma.service.jobspec.UserdataSpec;
import org.gpurma.service.placement.ProcessPlacement;
import org.gpurma.service.runfolder.RunFolder;
import org.gpurma.wire.Buffer;
import org.gpurma.wire.DeviceKind;
import org.gpurma.wire.Fact;
import org.gpurma.wire.FieldType;
import org.gpurma.wire.HostProgram;
import org.gpurma.wire.Model;
import org.gpurma.wire.PathChoice;
import org.gpurma.wire.Placement;
import org.gpurma.wire.Protocol;
import org.gpurma.wire.QueueSizes;
import org.gpurma.wire.RunSpec;
import org.gpurma.wire.UserdataField;
import org.gpurma.wire.Values;
import tools.jackson.databind.JsonNode;

/** Tells the runtime, in the words of the wire contract, what to run. */
public final class RunSpecs {
  private RunSpecs() {}

  public static RunSpec of(
      JobSpec spec,
      Attempt attempt,
      List<ProcessPlacement> placements,
      String program,
      String serviceUrl) {
    var gpu = placements.getFirst().gpu();
    int ranks = spec.resources().ranksPerGpu();
    RunSpec.Builder run =
        RunSpec.newBuilder()
            .setProtocol(Protocol.CURRENT_VALUE)
            .setJob(attempt.id().job().value())
            .setAttempt(attempt.id().number())
            .setServiceUrl(serviceUrl)
            .setToken(attempt.token())
            .setProgram(program)
            .setDevice(gpu.kind() == GpuKind.CUDA ? DeviceKind.CUDA : DeviceKind.EMULATED)
            .setManagedBytes(spec.memory().managedBytes());
    switch (spec.program().model()) {
      case GPURMA ->
          run.setEntry(spec.program().entry())
              .setThreadsPerRank(spec.program().threadsPerRank())
              .setRanksPerGpu(ranks == 0 ? gpu.ranks() : ranks);
      case MPI_CUDA -> run.setModel(Model.MPI_CUDA);
    }
    run.setPath(path(spec.transport()));
    spec.buffers().forEach(buffer -> run.addBuffers(buffer(buffer)));
    spec.userdata().fields().forEach(field -> run.addUserdata(field(field)));
    userdataFile(spec.userdata()).ifPresent(run::setUserdataFile);
    run.setQueues(queues(spec.memory().queues())).setEagerBytes(spec.transport().eagerBytes());
    if (spec.program().host() != null) {
      run.setHostProgram(hostProgram(spec));
    }
    placements.forEach(placement -> run.addPlacements(placement(placement)));
    return run.build();
  }

  public static String text(RunSpec run) {
    return TextFormat.printer().printToString(run);
  }

  private static PathChoice path(JobSpec.Transport transport) {
    return switch (transport.path()) {
      case null -> PathChoice.PATH_CHOICE_UNSPECIFIED;
      case NEAREST -> PathChoice.NEAREST;
      case NETWORK -> PathChoice.NETWORK;
    };
  }

  private static Optional<String> userdataFile(Userdata userdata) {
    return userdata.file() == null
        ? Optional.ofNullable(userdata.base64()).map(_ -> RunFolder.USERDATA)
        : Optional.of(RunFolder.FILES + "/" + userdata.file());
  }

  private static QueueSizes queues(JobSpec.Queues queues) {
    return QueueSizes.newBuilder()
        .setCommand(queues.command())
        .setArrivals(queues.arrivals())
        .setUnmatched(queues.unmatched())
        .setLog(queues.log())
        .setLogDrops(queues.logPolicy() == JobSpec.LogPolicy.DROP)
        .build();
  }

  private static Buffer buffer(BufferSpec buffer) {
    Buffer.Builder wire =
        Buffer.newBuilder()
            .setName(buffer.name())
            .setUnitBytes(buffer.unitBytes())
            .setUnits(buffer.units())
            .setHalo(buffer.halo())
            .setDistributed(buffer.distributed());
    if (buffer.input() != null) {
      wire.setInput(RunFolder.FILES + "/" + buffer.input());
    }
    if (buffer.output() != null) {
      wire.setOutput(buffer.output());
    }
    return wire.build();
  }

  private static UserdataField field(UserdataSpec field) {
    UserdataField.Builder wire =
        UserdataField.newBuilder()
            .setName(field.name())
            .setType(FieldType.valueOf(field.type().name()));
    if (field.buffer() != null) {
      wire.setBuffer(field.buffer());
    } else if (field.fact() != null) {
      wire.setFact(fact(field.fact()));
    } else {
      wire.setValues(values(field));
    }
    return wire.build();
  }

  /** rankCount is RANK_COUNT on the wire. */
  static Fact fact(String camelCase) {
    return Fact.valueOf(camelCase.replaceAll("([A-Z])", "_$1").toUpperCase(Locale.ROOT));
  }

  private static Values values(UserdataSpec field) {
    Values.Builder values = Values.newBuilder();
    List<JsonNode> items =
        field.value().isArray() ? field.value().valueStream().toList() : List.of(field.value());
    for (JsonNode item : items) {
      if (field.type().real()) {
        values.addReals(item.asDouble());
      } else if (item.isBoolean()) {
        values.addIntegers(item.asBoolean() ? 1 : 0);
      } else {
        values.addIntegers(item.asLong());
      }
    }
    return values.build();
  }

  private static HostProgram hostProgram(JobSpec spec) {
    HostSpec host = spec.program().host();
    return HostProgram.newBuilder()
        .setClassPath(
            host.isCompiled() ? RunFolder.HOST_CLASSES : RunFolder.FILES + "/" + host.jar())
        .setClassName(host.className())
        .putAllParameters(spec.parameters())
        .addAllOutputs(host.outputs())
        .setHeapMib(host.heapMiB())
        .build();
  }

  /** Cores that are shared are no binding, and none that a process could verify. */
  private static Placement placement(ProcessPlacement placement) {
    return Placement.newBuilder()
        .setNode(placement.node())
        .setGpu(placement.gpu().uuid())
        .setCores(placement.exclusive() ? CpuList.format(placement.cores()) : "")
        .build();
  }
}
