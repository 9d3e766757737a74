package org.gpurma.service.launch;

/**
 * What of a job is still on a node although everything was done to end it.
 *
 * @param what for people, e.g. "2 processes could not be killed"
 */
public record Remains(String node, String what) {
  static Remains processes(String node, int count) {
    return new Remains(
        node,
        count == 1 ? "1 process could not be killed" : count + " processes could not be killed");
  }

  static Remains unknown(String node, Exception why) {
    return new Remains(node, "what is left there could not be found out: " + why.getMessage());
  }
}
