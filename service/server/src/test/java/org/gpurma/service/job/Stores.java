package org.gpurma.service.job;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.gpurma.service.testing.Engine;
import org.gpurma.service.testing.TestDatabase;

/** The stores on an empty database, and short ways to put jobs into it. */
final class Stores {
  static final String SPEC = "{\"kind\":\"Job\"}";

  final TestDatabase database;
  final JobStore jobs;
  final JobLists lists;
  final AttemptStore attempts;
  final SubmissionKeys keys;
  final Set<String> taken = new HashSet<>();
  final JobIntake intake;

  Stores(Engine engine) {
    database = TestDatabase.create(engine);
    jobs = new JobStore(database.jdbc(), database.transaction());
    lists = new JobLists(database.jdbc());
    attempts = new AttemptStore(database.jdbc());
    keys = new SubmissionKeys(database.jdbc());
    intake = anotherIntake();
  }

  /** As a second service on the same database would have it. */
  JobIntake anotherIntake() {
    return new JobIntake(
        database.template(), database.transaction(), id -> !taken.contains(id.value()));
  }

  static NewJob job(String name) {
    return job(name, "default", Map.of(), 0);
  }

  static NewJob job(String name, String project, Map<String, String> labels, int notified) {
    return new NewJob(name, project, 0, 2, labels, false, notified, SPEC);
  }

  static Intake single(NewJob job) {
    return new Intake(
        List.of(job), OptionalInt.empty(), "kind: Job", Optional.empty(), Optional.empty());
  }

  Job create(String name) {
    return create(job(name));
  }

  Job create(NewJob job) {
    return intake.store(List.of(single(job))).getFirst().getFirst();
  }
}
