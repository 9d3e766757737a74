package org.gpurma.service;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import org.gpurma.service.allocation.Allocator;
import org.gpurma.service.allocation.DrainedNodes;
import org.gpurma.service.allocation.HeldGpus;
import org.gpurma.service.cluster.Cluster;
import org.gpurma.service.compile.HostCompiler;
import org.gpurma.service.compile.ProgramCompiler;
import org.gpurma.service.counters.JobCounters;
import org.gpurma.service.ingest.OpenAttempts;
import org.gpurma.service.isolation.JobUser;
import org.gpurma.service.job.AttemptId;
import org.gpurma.service.job.AttemptStore;
import org.gpurma.service.job.Job;
import org.gpurma.service.job.JobEvent;
import org.gpurma.service.job.JobStore;
import org.gpurma.service.job.Notifications;
import org.gpurma.service.joblog.JobLogs;
import org.gpurma.service.jobspec.JobSpecs;
import org.gpurma.service.launch.JobLauncher;
import org.gpurma.service.lifecycle.AttemptTools;
import org.gpurma.service.lifecycle.Beginnings;
import org.gpurma.service.lifecycle.EndObserver;
import org.gpurma.service.lifecycle.JobEnds;
import org.gpurma.service.lifecycle.JobPlanner;
import org.gpurma.service.lifecycle.JobScheduler;
import org.gpurma.service.lifecycle.LaunchPlans;
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
import org.gpurma.service.runfolder.RunFolders;
import org.gpurma.service.settings.SchedulingSettings;
import org.gpurma.service.settings.ServiceSettings;
import org.gpurma.service.settings.WebhookSettings;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * What jobs go through, from the queue to their end. The features know nothing of the framework.
 */
@Configuration(proxyBeanMethods = false)
class LifecycleWiring {
  @Bean
  OpenAttempts openAttempts() {
    return new OpenAttempts();
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
}
