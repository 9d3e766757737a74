package org.gpurma.service;

import java.io.IOException;
import org.gpurma.service.cluster.Cluster;
import org.gpurma.service.cluster.ClusterMonitor;
import org.gpurma.service.cluster.LocalNode;
import org.gpurma.service.job.JobIntake;
import org.gpurma.service.job.JobStore;
import org.gpurma.service.job.SubmissionKeys;
import org.gpurma.service.jobspec.ClusterLimits;
import org.gpurma.service.jobspec.JobSpecs;
import org.gpurma.service.lifecycle.Admission;
import org.gpurma.service.lifecycle.JobScheduler;
import org.gpurma.service.lifecycle.SchedulableCluster;
import org.gpurma.service.runfolder.RunFolders;
import org.gpurma.service.security.ApiKeys;
import org.gpurma.service.security.FirstKey;
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
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * What comes in: job specs, their files, and the keys of who sends them. The features know nothing
 * of the framework.
 */
@Configuration(proxyBeanMethods = false)
class SubmissionWiring {
  private static final Logger LOG = LoggerFactory.getLogger(SubmissionWiring.class);

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
  Catalogue catalogue(ServiceSettings settings) {
    return new Catalogue(settings.catalogueFolder());
  }

  @Bean
  GroupCommit groupCommit(JobIntake intake) {
    return new GroupCommit(intake::store);
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
  KeyedSubmissions keyedSubmissions(Submitter submitter, SubmissionKeys keys) {
    return new KeyedSubmissions(submitter, keys);
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
}
