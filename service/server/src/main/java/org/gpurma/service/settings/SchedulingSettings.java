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
    Setting.notNegative("gpurma.scheduling.priority-point", priorityPoint);
    Setting.notNegative("gpurma.scheduling.fair-share-span", fairShareSpan);
    Setting.positive("gpurma.scheduling.half-life", halfLife);
    Setting.positive("gpurma.scheduling.longest-walltime", longestWalltime);
  }

  /**
   * @param weight its part of the cluster is its weight over the sum of all that have jobs
   * @param maxGpus most GPUs it may hold at once; 0: no limit
   */
  public record ProjectSettings(@DefaultValue("1") double weight, @DefaultValue("0") int maxGpus) {
    public ProjectSettings {
      Setting.require(
          weight > 0 && Double.isFinite(weight),
          "the weight of a project of gpurma.scheduling.projects",
          "be more than 0",
          Double.toString(weight));
      Setting.require(
          maxGpus >= 0,
          "max-gpus of a project of gpurma.scheduling.projects",
          "be 0, for no limit, or more",
          Integer.toString(maxGpus));
    }
  }
}
