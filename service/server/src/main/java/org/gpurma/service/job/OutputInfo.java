package org.gpurma.service.job;

/** A file that an attempt left behind. */
public record OutputInfo(String name, long bytes, String sha256) {}
