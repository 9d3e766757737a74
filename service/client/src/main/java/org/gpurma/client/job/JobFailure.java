package org.gpurma.client.job;

/** The first cause of a failed job; what is not known of it is null. */
public record JobFailure(
    String kind,
    Integer rank,
    Integer process,
    String node,
    String gpu,
    String file,
    Integer line,
    String message) {}
