package org.gpurma.service.settings;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.context.support.StaticApplicationContext;
import org.springframework.core.env.MapPropertySource;

class KnownSettingsTest {
  private static void start(String... options) {
    try (var context = new StaticApplicationContext()) {
      Map<String, Object> properties = new LinkedHashMap<>();
      Stream.of(options)
          .map(option -> option.split("=", 2))
          .forEach(option -> properties.put(option[0], option[1]));
      context
          .getEnvironment()
          .getPropertySources()
          .addFirst(new MapPropertySource("commandLineArgs", properties));
      new KnownSettings().initialize(context);
    }
  }

  @Test
  void settings_that_there_are_may_be_set() {
    assertThatCode(
            () ->
                start(
                    "server.port=0",
                    "gpurma.data-dir=/data",
                    "gpurma.emulated.gpus=4",
                    "gpurma.service-url=http://10.0.0.1:8080",
                    "gpurma.cluster.nodes[0].name=gpu1",
                    "gpurma.cluster.nodes[1].name=gpu2",
                    "gpurma.scheduling.projects.weather.weight=2",
                    "gpurma.webhooks.allowed-hosts=127.0.0.1,*.example.org",
                    "gpurma.security.keys=off"))
        .doesNotThrowAnyException();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          gpurma.emulated.gpuz=3                      | [gpurma.emulated.gpuz] were left unbound
          gpurma.sceduling.half-life=1h               | [gpurma.sceduling.half-life] were left unbound
          gpurma.scheduling.halflive=1h               | [gpurma.scheduling.halflive] were left unbound
          gpurma.cluster.nodes[0].hostname=gpu1       | gpurma.cluster.nodes[0].hostname
          gpurma.emulated.gpus=0                      | gpurma.emulated.gpus must be 1 to 1024, but is 0
          gpurma.emulated.ranks-per-gpu=1000000       | gpurma.emulated.ranks-per-gpu must be 1 to
          gpurma.service-url=gpu1                     | gpurma.service-url must be an address such as http
          gpurma.cluster.nodes[0].name=gpu1           | gpurma.service-url must say where
          gpurma.cluster.nodes[0].name=gpu 1          | a name in gpurma.cluster.nodes must be that of a host
          gpurma.cluster.nodes[0].name=-oProxyCommand | a name in gpurma.cluster.nodes must be that of a host
          gpurma.cluster.ask-again=0s                 | gpurma.cluster.ask-again must be more than 0
          gpurma.launch.silence=-3s                   | gpurma.launch.silence must be more than 0
          gpurma.launch.silence=1e3                   | 'gpurma.launch.silence' to java.time.Duration
          gpurma.compile.timeout=0s                   | gpurma.compile.timeout must be more than 0
          gpurma.jobs.processes=-1                    | gpurma.jobs.processes must be 0 to
          gpurma.database.patience=-1s                | gpurma.database.patience must be 0 or more
          gpurma.retention.age=-1d                    | gpurma.retention.age must be 0 or more
          gpurma.retention.every=0s                   | gpurma.retention.every must be 1ms or more
          gpurma.scheduling.half-life=0s              | gpurma.scheduling.half-life must be more than 0
          gpurma.scheduling.projects.a.weight=-1      | the weight of a project of gpurma.scheduling.projects must
          gpurma.scheduling.projects.a.max-gpus=-1    | max-gpus of a project of gpurma.scheduling.projects must be 0
          gpurma.security.keys=maybe                  | 'gpurma.security.keys' to org.gpurma
          gpurma.webhooks.secret=whsec_%              | gpurma.webhooks.secret must be whsec_ and base64
          gpurma.webhooks.tries=0                     | gpurma.webhooks.tries must be 1 to
          """)
  void a_setting_that_cannot_be_is_refused_by_its_name(String option, String message) {
    assertThatThrownBy(() -> start(option)).hasStackTraceContaining(message);
  }
}
