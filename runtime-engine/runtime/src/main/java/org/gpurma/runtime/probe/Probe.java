package org.gpurma.runtime.probe;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Prints one JSON object of what this node is made of. What tools print goes into it as it is: who
 * reads it knows what is wrong with it, and where.
 *
 * <pre>
 *   format        1
 *   host          name of the node
 *   cpus          list of the CPUs that processes may use, as in 0-3,8
 *   numaNodes     [{index, cpus}]
 *   cores         the hardware threads of each core, as lists of CPUs
 *   nics          [{name, kind: rdma or net, state, rate, busId, numaNode}]
 *   emulatedGpus  as many as this node is told to emulate
 *   gpus, matrix, peers, hwloc, openMpi
 *                 {command, output}, or {command, absent or failed: why}
 * </pre>
 */
public final class Probe {

  private static final String EMULATED = "--emulated-gpus";

  private Probe() {}

  /** Takes {@code --emulated-gpus N} or nothing. */
  public static void main(String[] arguments) throws InterruptedException, ExecutionException {
    if (!isUnderstood(arguments)) {
      System.err.println("usage: gpurma-probe [" + EMULATED + " N]");
      System.exit(2);
    }
    int emulated = arguments.length == 0 ? 0 : Integer.parseInt(arguments[1]);
    System.out.println(Json.write(report(new LinuxFacts(Path.of("/")), emulated)));
  }

  private static boolean isUnderstood(String[] arguments) {
    return arguments.length == 0
        || (arguments.length == 2
            && arguments[0].equals(EMULATED)
            && arguments[1].matches("\\d{1,5}"));
  }

  static Map<String, Object> report(LinuxFacts linux, int emulatedGpus)
      throws InterruptedException, ExecutionException {
    Map<String, Object> report = new LinkedHashMap<>();
    report.put("format", 1);
    report.put("host", linux.host());
    report.put("cpus", linux.cpus());
    report.put("numaNodes", linux.numaNodes());
    report.put("cores", linux.cores());
    report.put("nics", linux.nics());
    report.put("emulatedGpus", emulatedGpus);
    report.putAll(ask(tools()));
    return report;
  }

  private static Map<String, Tool> tools() {
    Map<String, Tool> tools = new LinkedHashMap<>();
    tools.put("gpus", Tool.of("nvidia-smi", "-q", "-x"));
    tools.put("matrix", Tool.of("nvidia-smi", "topo", "-m"));
    tools.put("peers", Tool.of("nvidia-smi", "topo", "-p2p", "r"));
    tools.put("hwloc", Tool.of("lstopo-no-graphics", "--of", "xml"));
    tools.put("openMpi", Tool.of("ompi_info", "--parsable", "--all").keeping(Probe::isOfInterest));
    return tools;
  }

  /** Of 9,000 lines: the version, the components, and what has to do with GPUs. */
  private static boolean isOfInterest(String line) {
    return line.startsWith("ompi:version:full:")
        || line.matches("mca:(btl|pml|accelerator):[^:]+:version:\"component:.*")
        || line.matches("mca:[^:]+:[^:]+:param:[^:]*(cuda|gdr)[^:]*:value:.*");
  }

  /** All at once: each takes a while, and they do not mind each other. */
  private static Map<String, Object> ask(Map<String, Tool> tools)
      throws InterruptedException, ExecutionException {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Map<String, Future<Map<String, Object>>> asked = new LinkedHashMap<>();
      tools.forEach((name, tool) -> asked.put(name, threads.submit(tool::report)));
      Map<String, Object> answers = new LinkedHashMap<>();
      for (Map.Entry<String, Future<Map<String, Object>>> tool : asked.entrySet()) {
        answers.put(tool.getKey(), tool.getValue().get());
      }
      return answers;
    }
  }
}
