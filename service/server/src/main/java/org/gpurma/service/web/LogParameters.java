package org.gpurma.service.web;

import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.gpurma.service.job.ProcessInfo;
import org.gpurma.service.joblog.Channel;
import org.gpurma.service.joblog.IdSet;
import org.gpurma.service.joblog.Level;
import org.gpurma.service.joblog.LogFilter;
import org.gpurma.service.joblog.SearchText;

/**
 * Which lines of a log a request wants, as its parameters say; absent ones are null.
 *
 * @param rank and {@code process}: numbers and ranges, as in 0-7,12
 * @param node and {@code gpu}: names, separated by commas
 * @param channel and {@code level}: words, separated by commas
 */
record LogParameters(
    String rank,
    String process,
    String node,
    String gpu,
    String channel,
    String level,
    String text,
    String since) {

  /**
   * @param processes of the attempt, as far as they are known
   */
  LogFilter filter(List<ProcessInfo> processes) {
    return new LogFilter(
        ranks(processes),
        processes(processes),
        words("channel", channel, Channel.values(), Channel::word, Channel.class),
        words("level", level, Level.values(), Level::word, Level.class),
        new SearchText(given(text).orElse("")),
        time());
  }

  private IdSet ranks(List<ProcessInfo> processes) {
    IdSet ranks = ids("rank", rank);
    boolean known = !processes.isEmpty() && processes.stream().allMatch(p -> p.rankCount() != null);
    if (known) {
      long count = processes.stream().mapToLong(ProcessInfo::rankCount).sum();
      requireThere("rank", ranks, count);
    }
    return ranks;
  }

  private IdSet processes(List<ProcessInfo> all) {
    IdSet asked = ids("process", process);
    if (!all.isEmpty()) {
      requireThere("process", asked, all.size());
    }
    Set<String> nodes = names("node", node, all, ProcessInfo::node);
    Set<String> gpus = names("gpu", gpu, all, ProcessInfo::gpu);
    if (nodes.isEmpty() && gpus.isEmpty()) {
      return asked;
    }
    List<Long> chosen =
        all.stream()
            .filter(one -> nodes.isEmpty() || nodes.contains(one.node()))
            .filter(one -> gpus.isEmpty() || gpus.contains(one.gpu()))
            .map(one -> (long) one.index())
            .filter(asked::has)
            .toList();
    if (chosen.isEmpty()) {
      throw ApiException.notFound(
          "no process of the job has all that process, node and gpu ask for");
    }
    return IdSet.of(chosen);
  }

  private static void requireThere(String name, IdSet asked, long count) {
    if (asked.greatest() >= count) {
      throw ApiException.notFound(
          count == 0
              ? "the job has no %s %d; it has none at all".formatted(name, asked.greatest())
              : "the job has no %s %d; valid are 0 to %d"
                  .formatted(name, asked.greatest(), count - 1));
    }
  }

  private static Set<String> names(
      String name, String text, List<ProcessInfo> all, Function<ProcessInfo, String> property) {
    Set<String> asked =
        given(text).stream().flatMap(LogParameters::parts).collect(Collectors.toSet());
    Set<String> there = all.stream().map(property).collect(Collectors.toCollection(TreeSet::new));
    for (String one : asked) {
      if (!there.contains(one)) {
        throw ApiException.notFound(
            "the job has no %s '%s'; it has %s".formatted(name, one, String.join(", ", there)));
      }
    }
    return asked;
  }

  private static IdSet ids(String name, String text) {
    try {
      return given(text).map(IdSet::parse).orElse(IdSet.ALL);
    } catch (IllegalArgumentException e) {
      throw ApiException.badRequest(
          name + " must be numbers from 0 and ranges, as in 0-7,12: " + e.getMessage());
    }
  }

  private static <T extends Enum<T>> Set<T> words(
      String name, String text, T[] values, Function<T, String> word, Class<T> type) {
    Set<T> found = EnumSet.noneOf(type);
    given(text).stream()
        .flatMap(LogParameters::parts)
        .map(
            part ->
                Arrays.stream(values)
                    .filter(value -> word.apply(value).equals(part))
                    .findFirst()
                    .orElseThrow(
                        () ->
                            ApiException.badRequest(
                                "%s must be %s, but is %s"
                                    .formatted(
                                        name,
                                        Arrays.stream(values)
                                            .map(word)
                                            .collect(Collectors.joining(", ")),
                                        part))))
        .forEach(found::add);
    return found;
  }

  private Instant time() {
    try {
      return given(since).map(Instant::parse).orElse(Instant.MIN);
    } catch (DateTimeParseException _) {
      throw ApiException.badRequest(
          "since must be a time as in 2026-01-31T12:00:00Z, but is '" + since + "'");
    }
  }

  private static Optional<String> given(String text) {
    return Optional.ofNullable(text).filter(words -> !words.isBlank());
  }

  private static Stream<String> parts(String text) {
    return Arrays.stream(text.split(",")).map(String::strip);
  }
}
