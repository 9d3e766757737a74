package org.gpurma.service.launch;

import java.nio.file.Path;

/**
 * One attempt to start.
 *
 * @param launchId marks every process of it, so that none is ever lost sight of
 */
public record LaunchOrder(String launchId, LaunchPlan plan, Path runFolder) {}
