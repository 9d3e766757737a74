package org.gpurma.runtime.topology;

/** A process as it presents itself to the others. */
public record ProcessPlace(String node, int ranks) {}
