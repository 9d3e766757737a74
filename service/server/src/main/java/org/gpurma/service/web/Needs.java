package org.gpurma.service.web;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.gpurma.service.security.Verb;

/** What a key must allow. Without it: reading for what only reads, everything for the rest. */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
@interface Needs {
  Verb value();
}
