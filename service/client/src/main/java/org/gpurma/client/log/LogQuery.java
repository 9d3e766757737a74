package org.gpurma.client.log;

import java.util.OptionalInt;

/**
 * Which lines of a log to read.
 *
 * @param rank only this rank's lines
 * @param follow go on with lines that are yet to come, until the job ends
 */
public record LogQuery(OptionalInt rank, boolean follow) {

  String asParameters() {
    return "?follow=" + follow + (rank.isPresent() ? "&rank=" + rank.getAsInt() : "");
  }
}
