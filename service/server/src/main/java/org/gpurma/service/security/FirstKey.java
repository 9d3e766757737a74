package org.gpurma.service.security;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;

/** Somebody has to be able to issue keys: whoever can read the data folder. */
public final class FirstKey {
  public static final String FILE = "admin-key";

  private FirstKey() {}

  /** Leaves a key that may do everything in the folder, unless somebody has such a key. */
  public static boolean ensure(ApiKeys keys, Path dataFolder) throws IOException {
    if (keys.hasAdministrator()) {
      return false;
    }
    Path file = dataFolder.resolve(FILE);
    Files.createDirectories(dataFolder);
    Files.deleteIfExists(file);
    Files.createFile(
        file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    var issued = keys.issue("first administrator", Set.of(), EnumSet.allOf(Verb.class), null);
    Files.writeString(file, issued.text() + "\n");
    return true;
  }
}
