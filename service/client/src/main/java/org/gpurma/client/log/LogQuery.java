package org.gpurma.client.log;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLEncoder;
import java.util.Map;
import java.util.TreeMap;

/**
 * Which lines of a log to read.
 *
 * @param only lines that have all of these
 * @param follow go on with lines that are yet to come, until the job ends
 */
public record LogQuery(Map<LogProperty, String> only, boolean follow) {

  public LogQuery {
    only = Map.copyOf(only);
  }

  String asParameters() {
    StringBuilder parameters = new StringBuilder("?follow=" + follow);
    new TreeMap<>(only)
        .forEach(
            (property, value) ->
                parameters
                    .append('&')
                    .append(property.word())
                    .append('=')
                    .append(URLEncoder.encode(value, UTF_8)));
    return parameters.toString();
  }
}
