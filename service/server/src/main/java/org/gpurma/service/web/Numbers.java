package org.gpurma.service.web;

/** Numbers among the parameters of a request. */
final class Numbers {
  /** As many digits as are read. */
  static final long MOST = 999_999_999_999_999_999L;

  private Numbers() {}

  /** Both ends are valid; anything else is answered with the range. */
  static long between(String name, String text, long least, long most) {
    String digits = text.strip();
    if (digits.matches("-?\\d{1,18}")) {
      long number = Long.parseLong(digits);
      if (number >= least && number <= most) {
        return number;
      }
    }
    String range = most == MOST ? "from " + least : "from " + least + " to " + most;
    throw ApiException.badRequest(
        "%s must be a number%s, but is '%s'"
            .formatted(name, least == -MOST ? "" : " " + range, text));
  }
}
