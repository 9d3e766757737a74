package org.gpurma.runtime.stall;

/**
 * A notification that a rank holds and has not asked for.
 *
 * @param source rank in the window's communicator
 */
public record Note(int window, int source, int tag) {}
