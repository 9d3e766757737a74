package org.gpurma.service.web;

/**
 * What a followed log ends with.
 *
 * @param state that the attempt ended in
 * @param nextAttempt whose log goes on where the job was tried again; null where it was not
 */
record LogEnd(String state, int attempt, Integer nextAttempt) {}
