package org.gpurma.service.metrics;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What a service answers to Prometheus. */
record Scrape(Map<String, String> types, Map<String, String> help, List<Series> series) {
  private static final Pattern TYPE = Pattern.compile("# TYPE (\\S+) (\\S+)");
  private static final Pattern HELP = Pattern.compile("# HELP (\\S+) (.*)");
  private static final Pattern LINE = Pattern.compile("([a-zA-Z_:][\\w:]*)(?:\\{(.*)})? (\\S+)");
  private static final Pattern LABEL = Pattern.compile("(\\w+)=\"((?:[^\"\\\\]|\\\\.)*)\",?");

  record Series(String name, Map<String, String> labels, double value) {}

  static Scrape of(String text) {
    Map<String, String> types = new TreeMap<>();
    Map<String, String> help = new TreeMap<>();
    List<Series> series = new ArrayList<>();
    for (String line : text.split("\n")) {
      Matcher type = TYPE.matcher(line);
      if (type.matches()) {
        types.put(type.group(1), type.group(2));
      }
      Matcher meaning = HELP.matcher(line);
      if (meaning.matches()) {
        help.put(meaning.group(1), meaning.group(2));
      }
      if (!line.startsWith("#") && !line.isBlank()) {
        Matcher one = LINE.matcher(line);
        if (!one.matches()) {
          throw new AssertionError("no line of the text format: " + line);
        }
        series.add(
            new Series(one.group(1), labels(one.group(2)), Double.parseDouble(one.group(3))));
      }
    }
    return new Scrape(types, help, series);
  }

  private static Map<String, String> labels(String text) {
    Map<String, String> labels = new LinkedHashMap<>();
    if (text != null) {
      LABEL.matcher(text).results().forEach(label -> labels.put(label.group(1), label.group(2)));
    }
    return labels;
  }

  /** Of all series of a name; a histogram's buckets are series of their own. */
  Set<String> labelsOf(String name) {
    return series.stream()
        .filter(one -> one.name().equals(name))
        .flatMap(one -> one.labels().keySet().stream())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  boolean has(String name) {
    return series.stream().anyMatch(one -> one.name().equals(name));
  }

  double value(String name, String... labels) {
    return series.stream()
        .filter(one -> one.name().equals(name) && matches(one, labels))
        .mapToDouble(Series::value)
        .findFirst()
        .orElseThrow(() -> new AssertionError("no " + name + List.of(labels)));
  }

  private static boolean matches(Series one, String... labels) {
    for (int i = 0; i < labels.length; i += 2) {
      if (!labels[i + 1].equals(one.labels().get(labels[i]))) {
        return false;
      }
    }
    return true;
  }
}
