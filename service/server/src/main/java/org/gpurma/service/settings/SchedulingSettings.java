package org.gpurma.service.settings;

import java.time.Duration;
import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * In which order jobs start, as {@code gpurma.scheduling.*}.
 *
 * @param priorityPoint how much earlier a job counts as submitted for a point of its priority
 * @param fairShareSpan how much later, at the most, jobs of a project count as submitted that has
 *     had more than its share
 * @param halfLife after which time a GPU that a project held counts half
 * @param longestWalltime that a job may ask for
 * @param projects by name; where there are none, any project may be named
 */
@ConfigurationProperties("gpurma.scheduling")
public record SchedulingSettings(
    @DefaultValue("15m") Duration priorityPoint,
    @DefaultValue("12h") Duration fairShareSpan,
    @DefaultValue("24h") Duration halfLife,
    @DefaultValue("30d") Duration longestWalltime,
    Map<String, ProjectSettings> projects) {

  public SchedulingSettings {
    projects = projects == null ? Map.of() : Map.copyOf(projects);
  }

  /**
   * @param weight its part of the cluster is its weight over the sum of all that have jobs
   * @param maxGpus most GPUs it may hold at once; 0: no limit
   */
  public record ProjectSettings(@DefaultValue("1") double weight, @DefaultValue("0") int maxGpus) {}
}
