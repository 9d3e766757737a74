package org.gpurma.runtime.engine;

import java.time.Duration;
import java.util.Optional;
import org.gpurma.runtime.stall.Arrived;
import org.gpurma.runtime.stall.Departed;
import org.gpurma.runtime.stall.InFlight;
import org.gpurma.runtime.stall.Inquiry;

/**
 * Asks the threads that serve the ranks. While all ranks wait they have nothing to do, and answer
 * at once; who has no time is not idle.
 */
record EngineInFlight(Inquiry<Departed> departures, Inquiry<Arrived> arrivals) implements InFlight {

  private static final Duration PATIENCE = Duration.ofMillis(100);

  @Override
  public Optional<Account> account() {
    return departures
        .ask(PATIENCE)
        .flatMap(departed -> arrivals.ask(PATIENCE).map(arrived -> new Account(departed, arrived)));
  }
}
