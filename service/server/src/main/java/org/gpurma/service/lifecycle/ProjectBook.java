package org.gpurma.service.lifecycle;

import java.util.LinkedHashSet;
import java.util.Set;
import org.gpurma.service.scheduling.Project;
import org.gpurma.service.scheduling.Projects;
import org.gpurma.service.settings.SchedulingSettings;
import org.gpurma.service.settings.SchedulingSettings.ProjectSettings;

/** What the scheduler has to know of projects: their settings, and what they held of late. */
final class ProjectBook {
  private static final ProjectSettings PLAIN = new ProjectSettings(1, 0);

  private final SchedulingSettings settings;
  private final UsageMeter usage;

  ProjectBook(SchedulingSettings settings, UsageMeter usage) {
    this.settings = settings;
    this.usage = usage;
  }

  Projects projects(long now) {
    Set<String> names = new LinkedHashSet<>(settings.projects().keySet());
    names.addAll(usage.projects());
    return Projects.of(names.stream().map(name -> project(name, now)).toList());
  }

  private Project project(String name, long now) {
    ProjectSettings own = settings.projects().getOrDefault(name, PLAIN);
    return new Project(name, own.weight(), own.maxGpus(), usage.average(name, now));
  }
}
