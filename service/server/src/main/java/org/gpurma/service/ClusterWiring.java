package org.gpurma.service;

import java.io.IOException;
import org.gpurma.service.allocation.Allocator;
import org.gpurma.service.allocation.DrainedNodes;
import org.gpurma.service.allocation.HeldGpus;
import org.gpurma.service.cluster.Cluster;
import org.gpurma.service.cluster.ClusterMonitor;
import org.gpurma.service.cluster.ConfiguredNodes;
import org.gpurma.service.isolation.JobUser;
import org.gpurma.service.launch.JobLauncher;
import org.gpurma.service.launch.Launchers;
import org.gpurma.service.launch.LocalLauncher;
import org.gpurma.service.launch.OpenMpiProbe;
import org.gpurma.service.launch.SshLauncher;
import org.gpurma.service.lifecycle.LaunchPlans;
import org.gpurma.service.lifecycle.SchedulableCluster;
import org.gpurma.service.remote.StagedBundle;
import org.gpurma.service.runfolder.RunFolders;
import org.gpurma.service.settings.ServiceSettings;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Which nodes there are, what runs on them, and how it gets there. The features know nothing of the
 * framework.
 */
@Configuration(proxyBeanMethods = false)
class ClusterWiring {
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
  HeldGpus heldGpus(JdbcClient jdbc, TransactionTemplate transaction) {
    return new HeldGpus(jdbc, transaction);
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
}
