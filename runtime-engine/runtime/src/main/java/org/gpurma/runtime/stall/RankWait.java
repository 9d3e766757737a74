package org.gpurma.runtime.stall;

import java.time.Duration;

/**
 * A rank that waits.
 *
 * @param rank in WORLD
 * @param waited since the host first saw it in this wait
 */
record RankWait(int rank, Wait what, Duration waited) {}
