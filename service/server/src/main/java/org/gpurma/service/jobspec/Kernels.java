package org.gpurma.service.jobspec;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The __global__ functions that a CUDA source defines, found by their text. Each pattern looks at
 * any text once: what is not closed ends with the line or the text.
 */
final class Kernels {
  private static final Pattern COMMENT =
      Pattern.compile("//[^\n]*|/\\*.*?(?:\\*/|\\z)", Pattern.DOTALL);
  private static final Pattern LITERAL = Pattern.compile("\"(?:[^\"\\\\\n]|\\\\[\\s\\S])*+\"?");
  private static final String BOUNDS = "(?:__launch_bounds__\\s*\\([^)]{0,300}\\)\\s*)?";
  private static final Pattern KERNEL =
      Pattern.compile(
          "\\b__global__\\s+(?:static\\s+)?"
              + BOUNDS
              + "void\\s+"
              + BOUNDS
              + "([A-Za-z_]\\w*)\\s*\\(");

  private Kernels() {}

  static List<String> of(String source) {
    String code = COMMENT.matcher(LITERAL.matcher(source).replaceAll("0")).replaceAll(" ");
    var names = new ArrayList<String>();
    Matcher matcher = KERNEL.matcher(code);
    while (matcher.find()) {
      names.add(matcher.group(1));
    }
    return names;
  }
}
