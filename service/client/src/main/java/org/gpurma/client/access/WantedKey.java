package org.gpurma.client.access;

import java.util.List;

/**
 * What to issue a key for.
 *
 * @param name who or what it is for
 * @param projects whose jobs there are for it; none: all
 * @param days after which it holds no longer; null: never
 */
public record WantedKey(String name, List<String> projects, List<Verb> verbs, Integer days) {}
