package org.gpurma.service.scheduling;

import java.util.HashMap;
import java.util.Map;

/** The accounts of a pass, opened as they are asked for. */
final class Accounts {
  private final Snapshot snapshot;
  private final Fairness fairness;
  private final Map<String, Account> open = new HashMap<>();

  Accounts(Snapshot snapshot, Policy policy) {
    this.snapshot = snapshot;
    this.fairness = Fairness.of(snapshot, policy);
  }

  Account of(String project) {
    return open.computeIfAbsent(
        project,
        name ->
            new Account(snapshot.projects().get(name), snapshot.running().heldBy(name), fairness));
  }
}
