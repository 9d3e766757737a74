package org.gpurma.service.web;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.gpurma.service.job.JobFilter;
import org.gpurma.service.job.JobId;
import org.gpurma.service.job.JobState;
import org.gpurma.service.security.Caller;

/** Reads the filter of a list from the query of its request. */
final class JobFilters {
  /** No project can be called so. */
  private static final String NO_PROJECT = "";

  private JobFilters() {}

  /**
   * @param states words in any case, each parameter one or several with commas
   * @param labels name=value
   */
  static JobFilter of(
      List<String> states,
      Optional<String> project,
      Optional<String> name,
      Optional<String> array,
      List<String> labels) {
    return new JobFilter(
        states(states), projects(project), name, array.map(JobFilters::array), labels(labels));
  }

  /** Those that the caller sees; a project that it does not see has no jobs for it. */
  private static Set<String> projects(Optional<String> wanted) {
    Caller caller = Caller.current();
    return wanted
        .map(project -> Set.of(caller.sees(project) ? project : NO_PROJECT))
        .orElse(caller.projects());
  }

  private static Set<String> states(List<String> parameters) {
    Set<String> states = new LinkedHashSet<>();
    for (String parameter : parameters) {
      for (String word : parameter.split(",")) {
        states.add(state(word.strip().toUpperCase(Locale.ROOT)));
      }
    }
    return states;
  }

  private static String state(String word) {
    if (!JobState.WORDS.contains(word)) {
      throw ApiException.badRequest(
          "unknown job state " + word + "; known are " + String.join(", ", JobState.WORDS));
    }
    return word;
  }

  private static JobId array(String id) {
    return JobId.parse(id)
        .orElseThrow(() -> ApiException.badRequest("array '" + id + "' is not the id of an array"));
  }

  private static Map<String, String> labels(List<String> parameters) {
    Map<String, String> labels = new HashMap<>();
    for (String parameter : parameters) {
      int equals = parameter.indexOf('=');
      if (equals < 1) {
        throw ApiException.badRequest(
            "label '" + parameter + "' must look like name=value, e.g. label=suite=examples");
      }
      labels.put(parameter.substring(0, equals), parameter.substring(equals + 1));
    }
    return labels;
  }
}
