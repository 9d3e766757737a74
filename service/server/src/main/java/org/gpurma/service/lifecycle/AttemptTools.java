package org.gpurma.service.lifecycle;

import java.util.List;
import java.util.function.Supplier;
import org.gpurma.service.allocation.DrainedNodes;
import org.gpurma.service.cluster.Cluster;
import org.gpurma.service.compile.HostCompiler;
import org.gpurma.service.compile.ProgramCompiler;
import org.gpurma.service.ingest.OpenAttempts;
import org.gpurma.service.ingest.RecordListener;
import org.gpurma.service.job.AttemptStore;
import org.gpurma.service.job.JobStore;
import org.gpurma.service.launch.JobLauncher;
import org.gpurma.service.metrics.JobMetrics;
import org.gpurma.service.metrics.LaunchMetrics;
import org.gpurma.service.prediction.Predictions;
import org.gpurma.service.settings.ServiceSettings;

/** What running an attempt takes. */
public record AttemptTools(
    ServiceSettings settings,
    JobStore jobs,
    AttemptStore attempts,
    OpenAttempts openAttempts,
    List<RecordListener> listeners,
    JobMetrics jobMetrics,
    LaunchMetrics launchMetrics,
    Workplace workplace,
    ProgramCompiler compiler,
    HostCompiler hostCompiler,
    LaunchPlans launches,
    JobLauncher launcher,
    Cluster cluster,
    DrainedNodes drainedNodes,
    Predictions predictions,
    Supplier<String> serviceUrl) {}
