package org.gpurma.client.job;

import java.util.List;

/**
 * What the service observed of a job; parts that do not exist yet are null or empty.
 *
 * @param waiting why it waits; null where it does not
 * @param command the program that started the job's processes and its arguments
 */
public record JobStatus(
    JobState state,
    String reason,
    String message,
    int attempt,
    boolean held,
    boolean cancelRequested,
    List<Transition> transitions,
    Waiting waiting,
    List<String> command,
    List<RuntimeProcess> processes,
    JobFailure failure,
    CheckReport check,
    Double kernelMillis,
    List<JobOutput> outputs,
    long logLines) {

  public JobStatus {
    transitions = transitions == null ? List.of() : List.copyOf(transitions);
    command = command == null ? List.of() : List.copyOf(command);
    processes = processes == null ? List.of() : List.copyOf(processes);
    outputs = outputs == null ? List.of() : List.copyOf(outputs);
  }
}
