package org.gpurma.runtime.stall;

import java.util.List;

/**
 * What a process has done about what came for its ranks.
 *
 * @param isIdle nothing that came is unfinished: no copy, and no piece that waits for room in a
 *     lane
 * @param messagesSent in answer
 * @param messagesHandled that came
 * @param piecesWritten by rank, into the host's lanes, modulo 2^32
 */
public record Arrived(
    boolean isIdle, long messagesSent, long messagesHandled, List<Integer> piecesWritten) {}
