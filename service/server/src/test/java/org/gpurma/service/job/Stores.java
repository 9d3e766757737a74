package org.gpurma.service.job;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.gpurma.service.testing.TestDatabase;

/** The stores on an empty database, and short ways to put jobs into it. */
final class Stores {
  static final String SPEC = "{\"kind\":\"Job\"}";

  final TestDatabase database = TestDatabase.create();
  final JobStore jobs = new JobStore(database.jdbc(), database.transaction());
  final JobLists lists = new JobLists(database.jdbc());
  final AttemptStore attempts = new AttemptStore(database.jdbc());
  final SubmissionKeys keys = new SubmissionKeys(database.jdbc());
  final Set<String> taken = new HashSet<>();
  final JobIntake intake =
      new JobIntake(database.template(), database.transaction(), id -> !taken.contains(id.value()));

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
