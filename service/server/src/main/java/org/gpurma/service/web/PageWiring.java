package org.gpurma.service.web;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.gpurma.service.examples.Examples;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.filter.OncePerRequestFilter;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** What the pages need besides the API. */
@Configuration(proxyBeanMethods = false)
class PageWiring {
  /** No script or style but the service's own files, and no other host. */
  private static final String CONTENT_SECURITY_POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self';"
          + " base-uri 'self'; form-action 'none'; frame-ancestors 'none'";

  @Bean
  Examples examples() {
    return Examples.packed(new YAMLMapper());
  }

  @Bean
  OncePerRequestFilter securityHeaders() {
    return new OncePerRequestFilter() {
      @Override
      protected void doFilterInternal(
          HttpServletRequest request, HttpServletResponse response, FilterChain chain)
          throws ServletException, IOException {
        response.setHeader("Content-Security-Policy", CONTENT_SECURITY_POLICY);
        response.setHeader("X-Content-Type-Options", "nosniff");
        response.setHeader("Referrer-Policy", "no-referrer");
        chain.doFilter(request, response);
      }
    };
  }
}
