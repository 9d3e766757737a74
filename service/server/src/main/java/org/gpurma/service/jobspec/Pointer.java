package org.gpurma.service.jobspec;

/** JSON pointers (RFC 6901). */
final class Pointer {
  private Pointer() {}

  static String child(String parent, String name) {
    return parent + "/" + name.replace("~", "~0").replace("/", "~1");
  }

  static String child(String parent, int index) {
    return parent + "/" + index;
  }
}
