package org.gpurma.service.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import org.gpurma.service.ingest.RecordListener;
import org.gpurma.service.job.AttemptId;
import org.gpurma.wire.GpuState;
import org.gpurma.wire.Sample;
import org.gpurma.wire.SpooledRecord;
import org.gpurma.wire.Started;

/**
 * The processes that run now and their GPUs. Only series of what lives have labels of a job, a
 * process or a GPU: as many as GPUs are held. {@code gpurma_gpu_info} says which process of which
 * job holds which GPU.
 */
public final class LiveMetrics implements RecordListener {
  private final MeterRegistry registry;
  private final Map<ProcessKey, LiveProcess> processes = new HashMap<>();
  private final Map<GpuKey, ProcessKey> holders = new HashMap<>();

  private record ProcessKey(AttemptId attempt, int process) {}

  private record GpuKey(String node, String uuid) {}

  /** A process and, once it has told of it, its GPU. */
  private static final class LiveProcess {
    private final GpuKey gpu;
    private final LiveSeries info;
    private final LiveSeries process;
    private final LiveSeries device;
    private boolean sampled;
    private boolean hasGpu;

    private LiveProcess(MeterRegistry registry, ProcessKey key, Started started) {
      gpu = new GpuKey(started.getNode(), started.getGpu());
      Tags ofProcess =
          Tags.of(
              "job_id", key.attempt().job().value(),
              "attempt", Integer.toString(key.attempt().number()),
              "process", Integer.toString(key.process()));
      Tags ofGpu = Tags.of("node", gpu.node(), "gpu_uuid", gpu.uuid());
      info = new LiveSeries(registry, ofProcess.and(ofGpu).and("gpu_name", started.getGpuName()));
      process = new LiveSeries(registry, ofProcess);
      device = new LiveSeries(registry, ofGpu);
      info.gauge(
          "gpurma.gpu.info",
          "1 for each process that runs: it joins job, process and GPU",
          "",
          _ -> 1);
    }

    private void show(Sample sample) {
      process.show(sample);
      device.show(sample);
      if (!sampled) {
        sampled = true;
        ProcessSeries.add(process);
      }
    }

    private void takeGpu(GpuState state) {
      if (!hasGpu) {
        hasGpu = true;
        GpuSeries.add(device, state);
      }
    }

    private void remove() {
      info.remove();
      process.remove();
      device.remove();
    }
  }

  public LiveMetrics(MeterRegistry registry) {
    this.registry = registry;
  }

  @Override
  public synchronized void reported(AttemptId attempt, int process, SpooledRecord record) {
    var key = new ProcessKey(attempt, process);
    if (record.hasStarted()) {
      remove(processes.remove(key));
      processes.put(key, new LiveProcess(registry, key, record.getStarted()));
    } else if (record.hasSample() && processes.containsKey(key)) {
      show(key, processes.get(key), record.getSample());
    }
  }

  @Override
  public void replayed(AttemptId attempt, int process, SpooledRecord record) {
    reported(attempt, process, record);
  }

  private void show(ProcessKey key, LiveProcess process, Sample sample) {
    process.show(sample);
    if (!sample.hasGpu()) {
      return;
    }
    ProcessKey holder = holders.put(process.gpu, key);
    if (holder != null && !holder.equals(key) && processes.containsKey(holder)) {
      // Its attempt has ended, though nobody has said so here: its GPU is already another's.
      processes.get(holder).device.remove();
    }
    process.takeGpu(sample.getGpu());
  }

  /** All that was of it goes away. */
  public synchronized void ended(AttemptId attempt) {
    for (Iterator<Map.Entry<ProcessKey, LiveProcess>> all = processes.entrySet().iterator();
        all.hasNext(); ) {
      Map.Entry<ProcessKey, LiveProcess> one = all.next();
      if (one.getKey().attempt().equals(attempt)) {
        all.remove();
        remove(one.getValue());
        holders.remove(one.getValue().gpu, one.getKey());
      }
    }
  }

  private static void remove(LiveProcess process) {
    if (process != null) {
      process.remove();
    }
  }
}
