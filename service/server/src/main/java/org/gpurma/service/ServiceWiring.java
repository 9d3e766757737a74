package org.gpurma.service;

import io.micrometer.core.instrument.MeterRegistry;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import org.gpurma.service.allocation.HeldGpus;
import org.gpurma.service.cluster.Cluster;
import org.gpurma.service.cluster.LocalNode;
import org.gpurma.service.compile.HostCompiler;
import org.gpurma.service.compile.ProgramCompiler;
import org.gpurma.service.ingest.OpenAttempts;
import org.gpurma.service.job.AttemptStore;
import org.gpurma.service.job.JobStore;
import org.gpurma.service.joblog.JobLogs;
import org.gpurma.service.jobspec.ClusterLimits;
import org.gpurma.service.jobspec.JobSpecs;
import org.gpurma.service.launch.JobLauncher;
import org.gpurma.service.launch.LocalLauncher;
import org.gpurma.service.launch.OpenMpiProbe;
import org.gpurma.service.lifecycle.AttemptTools;
import org.gpurma.service.lifecycle.JobEnds;
import org.gpurma.service.lifecycle.JobScheduler;
import org.gpurma.service.metrics.JobMetrics;
import org.gpurma.service.metrics.RmaMetrics;
import org.gpurma.service.runfolder.RunFolders;
import org.gpurma.service.settings.ServiceSettings;
import org.gpurma.service.submit.Catalogue;
import org.gpurma.service.submit.Submitter;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

/** Puts the features together; they know nothing of the framework. */
@Configuration(proxyBeanMethods = false)
class ServiceWiring {
  @Bean
  RunFolders runFolders(ServiceSettings settings) {
    return new RunFolders(settings.dataFolder());
  }

  @Bean
  Cluster cluster(ServiceSettings settings) {
    return new Cluster(List.of(LocalNode.probe(settings.emulated())));
  }

  @Bean
  JobSpecs jobSpecs(Cluster cluster) {
    return new JobSpecs(() -> new ClusterLimits(cluster.gpuCount(), cluster.describeGpus()));
  }

  @Bean
  JobStore jobStore(JdbcClient jdbc, TransactionTemplate transaction) {
    return new JobStore(jdbc, transaction);
  }

  @Bean
  AttemptStore attemptStore(JdbcClient jdbc) {
    return new AttemptStore(jdbc);
  }

  @Bean
  HeldGpus heldGpus(JdbcClient jdbc, TransactionTemplate transaction) {
    return new HeldGpus(jdbc, transaction);
  }

  @Bean
  JobLogs jobLogs(RunFolders folders) {
    return new JobLogs(attempt -> folders.attempt(attempt).log());
  }

  @Bean
  OpenAttempts openAttempts() {
    return new OpenAttempts();
  }

  @Bean
  RmaMetrics rmaMetrics(MeterRegistry registry) {
    return new RmaMetrics(registry);
  }

  @Bean
  JobMetrics jobMetrics(MeterRegistry registry, JobStore jobs, Cluster cluster, HeldGpus heldGpus) {
    return new JobMetrics(
        registry, jobs::countByState, cluster::gpuCount, () -> heldGpus.all().size());
  }

  @Bean
  JobLauncher jobLauncher() {
    return new LocalLauncher();
  }

  @Bean
  AttemptTools attemptTools(
      ServiceSettings settings,
      JobStore jobs,
      AttemptStore attempts,
      OpenAttempts openAttempts,
      RmaMetrics metrics,
      RunFolders folders,
      JobLauncher launcher,
      Environment environment) {
    Supplier<String> ownUrl =
        () -> "http://127.0.0.1:" + environment.getRequiredProperty("local.server.port");
    return new AttemptTools(
        settings,
        jobs,
        attempts,
        openAttempts,
        metrics,
        new ProgramCompiler(
            settings.compile(), settings.bundleFolder().resolve("include"), folders.programs()),
        new HostCompiler(
            Path.of(System.getProperty("java.home")),
            settings.bundleFolder(),
            settings.compile().timeout()),
        new OpenMpiProbe(settings.launch().ompiInfo(), folders.probes()),
        launcher,
        settings.serviceUrl().isBlank() ? ownUrl : settings::serviceUrl);
  }

  @Bean
  JobEnds jobEnds(
      JobStore jobs,
      AttemptStore attempts,
      JobLogs logs,
      HeldGpus heldGpus,
      TransactionTemplate transaction,
      JobMetrics jobMetrics,
      RmaMetrics rmaMetrics) {
    return new JobEnds(
        jobs,
        attempts,
        logs,
        heldGpus,
        transaction,
        (job, end) -> {
          jobMetrics.ended(job, end);
          rmaMetrics.ended(job.attempt());
        });
  }

  @Bean
  JobScheduler jobScheduler(
      Cluster cluster,
      HeldGpus heldGpus,
      JobSpecs specs,
      JobLogs logs,
      RunFolders folders,
      TransactionTemplate transaction,
      AttemptTools tools,
      JobEnds ends) {
    return new JobScheduler(cluster, heldGpus, specs, logs, folders, transaction, tools, ends);
  }

  @Bean
  Catalogue catalogue(ServiceSettings settings) {
    return new Catalogue(settings.catalogueFolder());
  }

  @Bean
  Submitter submitter(
      JobSpecs specs,
      JobStore jobs,
      JobLogs logs,
      RunFolders folders,
      Catalogue catalogue,
      JobScheduler scheduler) {
    var submitter = new Submitter(specs, jobs, logs, folders, catalogue, scheduler::schedule);
    submitter.clean();
    return submitter;
  }
}
