package org.gpurma.service.security;

import java.util.EnumSet;
import java.util.Set;
import java.util.TreeSet;

/**
 * On whose behalf something is done.
 *
 * @param projects whose jobs there are for it; none: all
 */
public record Caller(String name, Set<String> projects, Set<Verb> verbs) {
  /** The service itself, and everybody where no keys are asked for. */
  public static final Caller ANYONE = new Caller("", Set.of(), EnumSet.allOf(Verb.class));

  /** Who has no key. No project is called so. */
  public static final Caller NOBODY = new Caller("", Set.of(""), Set.of());

  private static final ScopedValue<Caller> CURRENT = ScopedValue.newInstance();

  public Caller {
    projects = Set.copyOf(projects);
    verbs = Set.copyOf(verbs);
  }

  /** That of the request which this thread serves. */
  public static Caller current() {
    return CURRENT.orElse(ANYONE);
  }

  /** A request, which may fail in its own ways. */
  @FunctionalInterface
  public interface Request<X extends Exception> extends ScopedValue.CallableOp<Void, X> {}

  public <X extends Exception> void serve(Request<X> request) throws X {
    ScopedValue.where(CURRENT, this).call(request);
  }

  public boolean may(Verb verb) {
    return verbs.contains(verb);
  }

  public boolean sees(String project) {
    return projects.isEmpty() || projects.contains(project);
  }

  /** In an order that does not change. */
  public Set<String> sortedProjects() {
    return new TreeSet<>(projects);
  }
}
