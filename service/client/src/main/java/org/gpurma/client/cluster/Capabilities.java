package org.gpurma.client.cluster;

import java.util.List;
import java.util.Map;

/**
 * What a service can do.
 *
 * @param versions of the service, the API, job specs and the wire contract
 * @param links paths of documents
 * @param launchers ways to start processes that the nodes need
 * @param backends what kernels are compiled for
 * @param openMpi as it reports itself; null where it is not installed
 * @param compilers of the service's machine
 * @param policies what there is to choose from, by field of a job spec
 * @param verbs that the key of the request allows
 * @param limits by name; sizes in bytes, times in seconds
 */
public record Capabilities(
    Map<String, Object> versions,
    Map<String, String> links,
    List<String> launchers,
    List<String> backends,
    OpenMpi openMpi,
    List<Compiler> compilers,
    Map<String, List<String>> policies,
    List<String> states,
    List<String> reasons,
    boolean keysNeeded,
    List<String> verbs,
    Map<String, Long> limits) {

  /**
   * @param gpuDirect parameters that it has of those that let networks reach the memory of GPUs
   */
  public record OpenMpi(
      String version,
      List<String> pmls,
      List<String> transports,
      List<String> accelerators,
      List<String> gpuDirect) {}

  /**
   * @param version null where it cannot be run
   */
  public record Compiler(String backend, String command, String version) {}
}
