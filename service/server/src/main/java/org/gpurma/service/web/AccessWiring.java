package org.gpurma.service.web;

import org.gpurma.service.security.ApiKeys;
import org.gpurma.service.settings.SecuritySettings;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.web.server.autoconfigure.ServerProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** Every request goes past the keys. */
@Configuration(proxyBeanMethods = false)
class AccessWiring implements WebMvcConfigurer {
  @Bean
  KeyFilter keyFilter(
      ApiKeys keys,
      SecuritySettings settings,
      ServerProperties server,
      @Qualifier("handlerExceptionResolver") HandlerExceptionResolver problems) {
    return new KeyFilter(
        keys, settings.needsKeys(server.getAddress()), settings.openMetrics(), problems);
  }

  @Override
  public void addInterceptors(InterceptorRegistry registry) {
    registry.addInterceptor(new Access());
    registry.addInterceptor(new KnownParameters());
  }
}
