package org.gpurma.client.job;

/** A file that the job wrote. */
public record JobOutput(String name, long bytes, String sha256) {}
