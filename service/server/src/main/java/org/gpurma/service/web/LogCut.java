package org.gpurma.service.web;

/**
 * What a follower is told who takes too long.
 *
 * @param after the cursor to come back with
 */
record LogCut(long after, String why) {}
