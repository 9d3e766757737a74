package org.gpurma.runtime.stall;

import java.util.List;

/**
 * What a process has done about what its ranks asked for.
 *
 * @param isIdle nothing that was taken up is unfinished: no command, transfer, get or answer
 * @param messagesSent for other processes or its own ranks
 * @param entriesDone by rank, of the command queues: nothing is left to do for them; modulo 2^32
 */
public record Departed(boolean isIdle, long messagesSent, List<Integer> entriesDone) {}
