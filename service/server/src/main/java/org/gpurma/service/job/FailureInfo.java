package org.gpurma.service.job;

/** The first failure of an attempt and whose it was; unknown parts are null. */
public record FailureInfo(
    String kind,
    Long rank,
    Integer process,
    String node,
    String gpu,
    String file,
    Integer line,
    String message) {}
