package org.gpurma.service.web;

import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.filter.ShallowEtagHeaderFilter;

/**
 * What is asked for again and again has a tag, so that it is sent only once it has changed. Jobs
 * make their own, with the version that is stored; outputs have their checksum.
 */
@Configuration(proxyBeanMethods = false)
class TagWiring {
  @Bean
  FilterRegistrationBean<ShallowEtagHeaderFilter> tags() {
    var registration = new FilterRegistrationBean<>(new ShallowEtagHeaderFilter());
    registration.addUrlPatterns(
        "/api/v1/jobs",
        "/api/v1/arrays/*",
        "/api/v1/cluster/*",
        "/api/v1/capabilities",
        "/api/v1/job-spec.schema.json",
        "/api/v1/openapi.yaml");
    return registration;
  }
}
