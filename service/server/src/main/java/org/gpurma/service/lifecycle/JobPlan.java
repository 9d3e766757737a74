package org.gpurma.service.lifecycle;

import java.util.Optional;
import org.gpurma.service.launch.LaunchPlan;
import org.gpurma.service.placement.Placement;
import org.gpurma.service.prediction.Prediction;

/**
 * What would become of a job that were submitted now.
 *
 * @param placement where it would run; empty where it would wait
 * @param launch how its processes would be started there
 * @param prediction what its model says of it; empty where it names none
 */
public record JobPlan(
    Waiting waiting,
    Optional<Placement> placement,
    Optional<LaunchPlan> launch,
    Optional<Prediction> prediction) {}
