package org.gpurma.service;

import java.nio.file.Files;
import org.gpurma.service.counters.JobCounters;
import org.gpurma.service.job.AttemptStore;
import org.gpurma.service.job.EndedJobs;
import org.gpurma.service.job.JobIntake;
import org.gpurma.service.job.JobLists;
import org.gpurma.service.job.JobStore;
import org.gpurma.service.job.Notifications;
import org.gpurma.service.job.SubmissionKeys;
import org.gpurma.service.joblog.JobLogs;
import org.gpurma.service.joblog.LogStore;
import org.gpurma.service.lifecycle.Retention;
import org.gpurma.service.prediction.Calibrations;
import org.gpurma.service.prediction.PredictionStore;
import org.gpurma.service.runfolder.RunFolders;
import org.gpurma.service.settings.RetentionSettings;
import org.gpurma.service.settings.ServiceSettings;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * What is kept: in the database, and in files beside it. The features know nothing of the
 * framework.
 */
@Configuration(proxyBeanMethods = false)
class StoreWiring {
  @Bean
  RunFolders runFolders(ServiceSettings settings) {
    return new RunFolders(settings.dataFolder());
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
  JobIntake jobIntake(JdbcTemplate jdbc, TransactionTemplate transaction, RunFolders folders) {
    return new JobIntake(jdbc, transaction, id -> !Files.exists(folders.job(id)));
  }

  @Bean
  SubmissionKeys submissionKeys(JdbcClient jdbc) {
    return new SubmissionKeys(jdbc);
  }

  @Bean
  AttemptStore attemptStore(JdbcClient jdbc) {
    return new AttemptStore(jdbc);
  }

  @Bean
  JobLogs jobLogs(RunFolders folders) {
    return new JobLogs(LogStore.files(attempt -> folders.attempt(attempt).log()));
  }

  @Bean
  JobCounters jobCounters(RunFolders folders) {
    return new JobCounters(attempt -> folders.attempt(attempt).counters());
  }

  @Bean
  Notifications notifications(JdbcClient jdbc) {
    return new Notifications(jdbc);
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
  Retention retention(
      RetentionSettings settings,
      JdbcClient jdbc,
      TransactionTemplate transaction,
      SubmissionKeys keys,
      RunFolders folders) {
    return new Retention(settings, new EndedJobs(jdbc, transaction), keys, folders);
  }
}
