package org.gpurma.service.settings;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.PropertySourcesPlaceholdersResolver;
import org.springframework.boot.context.properties.bind.handler.NoUnboundElementsBindHandler;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.UnboundElementsSourceFilter;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.ConfigurableEnvironment;

/** Refuses a setting of {@code gpurma.*} that there is not, which would have no effect. */
public final class KnownSettings
    implements ApplicationContextInitializer<ConfigurableApplicationContext> {
  private static final List<Class<?>> ALL =
      List.of(
          ServiceSettings.class,
          DatabaseSettings.class,
          RetentionSettings.class,
          SchedulingSettings.class,
          SecuritySettings.class,
          WebhookSettings.class);

  /**
   * Before anything is started. Variables of the environment and system properties may be for
   * others: the command line has some of its own.
   *
   * @throws org.springframework.boot.context.properties.bind.BindException where an option or a
   *     file has a setting that is not known, or a value that cannot be
   */
  @Override
  public void initialize(ConfigurableApplicationContext context) {
    ConfigurableEnvironment environment = context.getEnvironment();
    for (Class<?> settings : ALL) {
      bind(settings, environment);
    }
  }

  private static void bind(Class<?> settings, ConfigurableEnvironment environment) {
    List<ConfigurationPropertyName> others = new ArrayList<>();
    for (Class<?> other : ALL) {
      if (prefix(settings).isAncestorOf(prefix(other))) {
        others.add(prefix(other));
      }
    }
    new Binder(
            StreamSupport.stream(ConfigurationPropertySources.get(environment).spliterator(), false)
                .map(source -> without(source, others))
                .toList(),
            new PropertySourcesPlaceholdersResolver(environment))
        .bind(
            prefix(settings),
            Bindable.of(settings),
            new NoUnboundElementsBindHandler(
                BindHandler.DEFAULT, new UnboundElementsSourceFilter()));
  }

  private static ConfigurationPropertyName prefix(Class<?> settings) {
    return ConfigurationPropertyName.of(
        settings.getAnnotation(ConfigurationProperties.class).value());
  }

  private static ConfigurationPropertySource without(
      ConfigurationPropertySource source, List<ConfigurationPropertyName> others) {
    return source.filter(
        name -> others.stream().noneMatch(other -> other.equals(name) || other.isAncestorOf(name)));
  }
}
