package org.gpurma.client.cli;

import org.gpurma.client.api.Json;
import picocli.CommandLine.Option;
import tools.jackson.databind.SerializationFeature;

/** Output for programs, in the words of the API. */
final class JsonOption {

  @Option(names = "--json", description = "Print JSON, for scripts.")
  boolean wanted;

  static void print(Console console, Object document) {
    console.print(
        Json.mapper()
            .writer()
            .with(SerializationFeature.INDENT_OUTPUT)
            .writeValueAsString(document));
  }
}
