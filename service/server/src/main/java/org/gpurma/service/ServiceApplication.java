package org.gpurma.service;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;

/** The job service. */
@SpringBootApplication
@ConfigurationPropertiesScan
public class ServiceApplication {
  public static void main(String[] arguments) {
    SpringApplication.run(ServiceApplication.class, arguments);
  }
}
