package org.gpurma.model;

/** A time, in microseconds, at a size. */
public record Point(long bytes, double time) {}
