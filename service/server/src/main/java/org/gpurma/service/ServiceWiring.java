package org.gpurma.service;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import org.gpurma.service.allocation.Allocator;
import org.gpurma.service.allocation.DrainedNodes;
import org.gpurma.service.allocation.HeldGpus;
import org.gpurma.service.cluster.Cluster;
import org.gpurma.service.cluster.ClusterMonitor;
import org.gpurma.service.cluster.ConfiguredNodes;
import org.gpurma.service.cluster.LocalNode;
import org.gpurma.service.compile.HostCompiler;
import org.gpurma.service.compile.ProgramCompiler;
import org.gpurma.service.counters.JobCounters;
import org.gpurma.service.ingest.OpenAttempts;
import org.gpurma.service.isolation.JobUser;
import org.gpurma.service.job.AttemptId;
import org.gpurma.service.job.AttemptStore;
import org.gpurma.service.job.EndedJobs;
import org.gpurma.service.job.Job;
import org.gpurma.service.job.JobEvent;
import org.gpurma.service.job.JobIntake;
import org.gpurma.service.job.JobLists;
import org.gpurma.service.job.JobStore;
import org.gpurma.service.job.Notifications;
import org.gpurma.service.job.SubmissionKeys;
import org.gpurma.service.joblog.JobLogs;
import org.gpurma.service.joblog.LogStore;
import org.gpurma.service.jobspec.ClusterLimits;
import org.gpurma.service.jobspec.JobSpecs;
import org.gpurma.service.launch.JobLauncher;
import org.gpurma.service.launch.Launchers;
import org.gpurma.service.launch.LocalLauncher;
import org.gpurma.service.launch.OpenMpiProbe;
import org.gpurma.service.launch.SshLauncher;
import org.gpurma.service.lifecycle.Admission;
import org.gpurma.service.lifecycle.AttemptTools;
import org.gpurma.service.lifecycle.Beginnings;
import org.gpurma.service.lifecycle.EndObserver;
import org.gpurma.service.lifecycle.JobEnds;
import org.gpurma.service.lifecycle.JobPlanner;
import org.gpurma.service.lifecycle.JobScheduler;
import org.gpurma.service.lifecycle.LaunchPlans;
import org.gpurma.service.lifecycle.Retention;
import org.gpurma.service.lifecycle.SchedulableCluster;
import org.gpurma.service.lifecycle.SchedulerTools;
import org.gpurma.service.lifecycle.Workplace;
import org.gpurma.service.metrics.MeteredAttempts;
import org.gpurma.service.metrics.SchedulingMetrics;
import org.gpurma.service.notification.Notifier;
import org.gpurma.service.notification.WebhookSecret;
import org.gpurma.service.prediction.Calibrations;
import org.gpurma.service.prediction.PredictionStore;
import org.gpurma.service.prediction.Predictions;
import org.gpurma.service.prediction.Predictor;
import org.gpurma.service.remote.StagedBundle;
import org.gpurma.service.runfolder.RunFolders;
import org.gpurma.service.security.ApiKeys;
import org.gpurma.service.security.FirstKey;
import org.gpurma.service.settings.RetentionSettings;
import org.gpurma.service.settings.SchedulingSettings;
import org.gpurma.service.settings.SecuritySettings;
import org.gpurma.service.settings.ServiceSettings;
import org.gpurma.service.settings.WebhookSettings;
import org.gpurma.service.submit.Catalogue;
import org.gpurma.service.submit.GroupCommit;
import org.gpurma.service.submit.KeyedSubmissions;
import org.gpurma.service.submit.Submitter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.web.server.autoconfigure.ServerProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

/** Puts the features together; they know nothing of the framework. */
@Configuration(proxyBeanMethods = false)
class ServiceWiring {
  private static final Logger LOG = LoggerFactory.getLogger(ServiceWiring.class);

  @Bean
  RunFolders runFolders(ServiceSettings settings) {
    return new RunFolders(settings.dataFolder());
  }

  @Bean
  ClusterMonitor clusterMonitor(ServiceSettings settings, StagedBundle bundle) {
    var monitor =
        new ClusterMonitor(
            new ConfiguredNodes(settings, bundle).asked(),
            settings.emulated().force(),
            settings.emulated().ranksPerGpu());
    monitor.start();
    return monitor;
  }

  @Bean
  Cluster cluster(ClusterMonitor monitor) {
    return monitor.cluster();
  }

  @Bean
  DrainedNodes drainedNodes(JdbcClient jdbc) {
    return new DrainedNodes(jdbc);
  }

  @Bean
  Allocator allocator(Cluster cluster, HeldGpus heldGpus, DrainedNodes drainedNodes) {
    return new Allocator(cluster, heldGpus, drainedNodes);
  }

  @Bean
  SchedulableCluster schedulableCluster(Cluster cluster, DrainedNodes drainedNodes) {
    return new SchedulableCluster(cluster, drainedNodes);
  }

  @Bean
  JobSpecs jobSpecs(
      ClusterMonitor monitor,
      SchedulableCluster view,
      SchedulingSettings scheduling,
      WebhookSettings webhooks) {
    return new JobSpecs(
        () -> {
          monitor.awaitFirstAnswers(LocalNode.PROBE_TIMEOUT);
          Cluster cluster = monitor.cluster();
          return new ClusterLimits(cluster.gpuCount(), cluster.describeGpus());
        },
        new Admission(view, scheduling, webhooks));
  }

  @Bean
  JobStore jobStore(JdbcClient jdbc, TransactionTemplate transaction) {
    return new JobStore(jdbc, transaction);
  }

  @Bean
  JobLists jobLists(JdbcClient jdbc) {
    return new JobLists(jdbc);
  }

  @Bean
  SubmissionKeys submissionKeys(JdbcClient jdbc) {
    return new SubmissionKeys(jdbc);
  }

  @Bean
  JobIntake jobIntake(JdbcTemplate jdbc, TransactionTemplate transaction, RunFolders folders) {
    return new JobIntake(jdbc, transaction, id -> !Files.exists(folders.job(id)));
  }

  @Bean
  GroupCommit groupCommit(JobIntake intake) {
    return new GroupCommit(intake::store);
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
    return new JobLogs(LogStore.files(attempt -> folders.attempt(attempt).log()));
  }

  @Bean
  OpenAttempts openAttempts() {
    return new OpenAttempts();
  }

  @Bean
  JobCounters jobCounters(RunFolders folders) {
    return new JobCounters(attempt -> folders.attempt(attempt).counters());
  }

  @Bean
  StagedBundle stagedBundle(ServiceSettings settings) {
    return new StagedBundle(settings);
  }

  @Bean
  JobUser jobUser(ServiceSettings settings) throws IOException, InterruptedException {
    return JobUser.of(settings);
  }

  @Bean
  JobLauncher jobLauncher(ServiceSettings settings, StagedBundle bundle, JobUser user) {
    return new Launchers(new LocalLauncher(user), new SshLauncher(settings, bundle));
  }

  @Bean
  LaunchPlans launchPlans(
      ServiceSettings settings, RunFolders folders, JobLauncher launcher, JobUser user) {
    return new LaunchPlans(
        settings, new OpenMpiProbe(settings.launch().ompiInfo(), folders.probes()), launcher, user);
  }

  @Bean
  Calibrations calibrations(JdbcClient jdbc, TransactionTemplate transaction) {
    return new Calibrations(jdbc, transaction);
  }

  @Bean
  PredictionStore predictionStore(JdbcClient jdbc, TransactionTemplate transaction) {
    return new PredictionStore(jdbc, transaction);
  }

  @Bean
  Predictor predictor(Calibrations calibrations) {
    return new Predictor(calibrations);
  }

  @Bean
  Predictions predictions(Predictor predictor, PredictionStore store, Calibrations calibrations) {
    return new Predictions(predictor, store, calibrations);
  }

  @Bean
  AttemptTools attemptTools(
      ServiceSettings settings,
      JobStore jobs,
      AttemptStore attempts,
      OpenAttempts openAttempts,
      JobCounters counters,
      MeteredAttempts metered,
      RunFolders folders,
      LaunchPlans launches,
      JobLauncher launcher,
      Cluster cluster,
      DrainedNodes drainedNodes,
      Predictions predictions,
      JobUser user,
      Environment environment) {
    Supplier<String> ownUrl =
        () -> "http://127.0.0.1:" + environment.getRequiredProperty("local.server.port");
    return new AttemptTools(
        settings,
        jobs,
        attempts,
        openAttempts,
        List.of(counters, metered.rma(), metered.live(), metered.ingest()),
        metered.jobs(),
        metered.launches(),
        new Workplace(jobs, folders, user),
        new ProgramCompiler(
            settings.compile(),
            user,
            settings.bundleFolder().resolve("include"),
            folders.programs()),
        new HostCompiler(
            Path.of(System.getProperty("java.home")),
            user,
            settings.bundleFolder(),
            settings.compile().timeout()),
        launches,
        launcher,
        cluster,
        drainedNodes,
        predictions,
        settings.serviceUrl().isBlank() ? ownUrl : settings::serviceUrl);
  }

  @Bean
  JobEnds jobEnds(
      JobStore jobs,
      AttemptStore attempts,
      JobLogs logs,
      HeldGpus heldGpus,
      TransactionTemplate transaction,
      JobCounters counters,
      MeteredAttempts metered) {
    return new JobEnds(
        jobs,
        attempts,
        logs,
        heldGpus,
        transaction,
        new EndObserver() {
          @Override
          public void attemptEnded(AttemptId attempt) {
            metered.ended(attempt);
            counters.ended(attempt);
          }

          @Override
          public void jobEnded(Job job, List<JobEvent> transitions) {
            metered.jobs().ended(job, transitions);
          }
        });
  }

  @Bean
  SchedulerTools schedulerTools(
      SchedulingSettings settings,
      SchedulableCluster view,
      HeldGpus heldGpus,
      JobSpecs specs,
      SchedulingMetrics metrics) {
    return new SchedulerTools(settings, view, heldGpus, specs, metrics);
  }

  @Bean
  Beginnings beginnings(
      JobStore jobs,
      AttemptStore attempts,
      HeldGpus heldGpus,
      Allocator allocator,
      JobSpecs specs,
      JobLogs logs,
      RunFolders folders,
      TransactionTemplate transaction) {
    return new Beginnings(jobs, attempts, heldGpus, allocator, specs, logs, folders, transaction);
  }

  @Bean
  JobScheduler jobScheduler(
      SchedulerTools scheduling,
      Cluster cluster,
      AttemptTools tools,
      Beginnings beginnings,
      JobEnds ends) {
    return new JobScheduler(scheduling, cluster, tools, beginnings, ends);
  }

  @Bean
  JobPlanner jobPlanner(
      JobScheduler scheduler,
      Allocator allocator,
      LaunchPlans launches,
      RunFolders folders,
      Predictor predictor) {
    return new JobPlanner(scheduler, allocator, launches, folders, predictor);
  }

  @Bean
  Catalogue catalogue(ServiceSettings settings) {
    return new Catalogue(settings.catalogueFolder());
  }

  @Bean
  Submitter submitter(
      JobSpecs specs,
      JobStore jobs,
      GroupCommit commits,
      RunFolders folders,
      Catalogue catalogue,
      JobScheduler scheduler) {
    var submitter = new Submitter(specs, commits, folders, catalogue, scheduler::submitted);
    submitter.clean(jobs.filesInUse());
    return submitter;
  }

  @Bean
  ApiKeys apiKeys(
      JdbcClient jdbc, SecuritySettings security, ServerProperties server, ServiceSettings settings)
      throws IOException {
    var keys = new ApiKeys(jdbc);
    if (security.needsKeys(server.getAddress()) && FirstKey.ensure(keys, settings.dataFolder())) {
      LOG.info("a key for the first administrator lies in {}", FirstKey.FILE);
    }
    return keys;
  }

  @Bean
  Notifications notifications(JdbcClient jdbc) {
    return new Notifications(jdbc);
  }

  @Bean
  Notifier notifier(
      JobStore jobs,
      Notifications notifications,
      JobSpecs specs,
      ServiceSettings settings,
      WebhookSettings webhooks)
      throws IOException {
    String secret =
        webhooks.secret().isEmpty() ? WebhookSecret.in(settings.dataFolder()) : webhooks.secret();
    return new Notifier(jobs, notifications, specs, webhooks, secret);
  }

  @Bean
  Retention retention(
      RetentionSettings settings,
      JdbcClient jdbc,
      TransactionTemplate transaction,
      SubmissionKeys keys,
      RunFolders folders) {
    return new Retention(settings, new EndedJobs(jdbc, transaction), keys, folders);
  }

  @Bean
  KeyedSubmissions keyedSubmissions(Submitter submitter, SubmissionKeys keys) {
    return new KeyedSubmissions(submitter, keys);
  }
}
