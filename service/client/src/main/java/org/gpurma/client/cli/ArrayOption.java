package org.gpurma.client.cli;

import picocli.CommandLine.Option;

/** The id of an array is that of its first job: this says which of the two is meant. */
final class ArrayOption {

  @Option(names = "--array", description = "JOB is an array: all of its jobs.")
  boolean wanted;
}
