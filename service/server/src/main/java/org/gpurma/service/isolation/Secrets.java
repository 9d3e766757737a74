package org.gpurma.service.isolation;

import java.util.regex.Pattern;

/** Variables of the service's environment that hold what nobody else is to know. */
final class Secrets {
  private static final Pattern SECRET =
      Pattern.compile(
          "(?i)SPRING_.*|.*(PASSWORD|PASSWD|SECRET|TOKEN|CREDENTIAL|PRIVATE|API_?KEY).*|GPURMA_KEY.*");

  private Secrets() {}

  static boolean isOne(String variable) {
    return SECRET.matcher(variable).matches();
  }
}
