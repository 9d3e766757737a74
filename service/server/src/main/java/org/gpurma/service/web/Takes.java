package org.gpurma.service.web;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Query parameters that a handler reads from the request itself. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@interface Takes {
  String[] value() default {};

  /** Those that may be given several times. */
  String[] several() default {};
}
