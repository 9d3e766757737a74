package org.gpurma.service.scheduling;

import java.util.Collection;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The projects that something is said about; all others are plain. */
public final class Projects {
  public static final Projects NONE = new Projects(Map.of());

  private final Map<String, Project> byName;

  private Projects(Map<String, Project> byName) {
    this.byName = byName;
  }

  public static Projects of(Collection<Project> projects) {
    return new Projects(
        projects.stream()
            .collect(Collectors.toUnmodifiableMap(Project::name, Function.identity())));
  }

  public Project get(String name) {
    Project known = byName.get(name);
    return known == null ? Project.plain(name) : known;
  }
}
