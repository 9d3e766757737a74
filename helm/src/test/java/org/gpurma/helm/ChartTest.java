package org.gpurma.helm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.marcnuri.helm.Helm;
import com.marcnuri.helm.TemplateCommand;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ChartTest {

  private final Helm chart = new Helm(Path.of(System.getProperty("chart")));

  @Test
  void passesTheStrictLint() {
    assertThat(chart.lint().strict().call().isFailed()).isFalse();
  }

  @Test
  void runsTheImageThatItIsGivenOnEmulatedGpusByDefault() {
    assertThat(withImage().call())
        .contains("image: \"registry.example/gpurma:v1\"")
        .contains("force: true")
        .contains("claimName: cluster-gpurma")
        .doesNotContain("nvidia.com/gpu");
  }

  @Test
  void asksTheDevicePluginForRealGpus() {
    assertThat(withImage().set("gpus", 2).call())
        .contains("nvidia.com/gpu: 2")
        .contains("force: false");
  }

  @Test
  void replacesTheOldPodBeforeTheNewOneOpensTheDatabase() {
    assertThat(withImage().call()).contains("type: Recreate").contains("replicas: 1");
  }

  @Test
  void addsPropertiesOfTheUserToThoseOfTheService() {
    assertThat(withImage().set("config.gpurma.compile.timeout", "60s").call())
        .contains("timeout: 60s")
        .contains("bundle: /opt/gpurma/bundle");
  }

  @Test
  void makesNoClaimWhereOneExists() {
    assertThat(withImage().set("persistence.existingClaim", "jobs").call())
        .contains("claimName: jobs")
        .doesNotContain("kind: PersistentVolumeClaim");
  }

  @Test
  void isScrapedByThePrometheusOperatorWhereThatIsAskedFor() {
    assertThat(withImage().call()).doesNotContain("kind: ServiceMonitor");
    assertThat(
            withImage()
                .set("serviceMonitor.enabled", true)
                .set("prometheusAnnotations", false)
                .set("serviceMonitor.labels.release", "prometheus")
                .call())
        .contains("kind: ServiceMonitor")
        .contains("release: prometheus")
        .contains("path: /actuator/prometheus")
        .contains("open-metrics: true")
        .doesNotContain("prometheus.io/scrape");
  }

  @Test
  void refusesToRenderWithoutAnImage() {
    assertThatThrownBy(() -> chart.template().withName("cluster").call())
        .hasMessageContaining("image.repository");
  }

  @Test
  void refusesANegativeNumberOfGpus() {
    assertThatThrownBy(() -> withImage().set("gpus", -1).call()).hasMessageContaining("/gpus");
  }

  @Test
  void refusesAValueThatItDoesNotKnow() {
    assertThatThrownBy(() -> withImage().set("gpu", 1).call()).hasMessageContaining("gpu");
  }

  private TemplateCommand withImage() {
    return chart
        .template()
        .withName("cluster")
        .set("image.repository", "registry.example/gpurma")
        .set("image.tag", "v1");
  }
}
