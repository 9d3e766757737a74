package org.gpurma.service.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.gpurma.service.testing.Engine;
import org.gpurma.service.testing.PostgresContainer;
import org.junit.jupiter.api.Test;

class ContainerTest {
  /** One line says that the containers were left out; the contract has them where they are. */
  @Test
  void the_contract_of_the_stores_holds_in_a_container_too() {
    String missing = PostgresContainer.missing();
    assumeTrue(missing.isEmpty(), "PostgreSQL in a container: " + missing);

    assertThat(Engine.here()).contains(Engine.CONTAINER);
    assertThat(new Stores(Engine.CONTAINER).create("hello").id()).hasToString("hello-1");
  }
}
