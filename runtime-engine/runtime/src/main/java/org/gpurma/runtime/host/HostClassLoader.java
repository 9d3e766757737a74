package org.gpurma.runtime.host;

import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import org.gpurma.host.HostProgram;

/**
 * Loads a job's own classes. They see the JDK and the host API and nothing else of this process, so
 * that a job may bring any library in any version.
 */
final class HostClassLoader extends URLClassLoader {

  private static final String NAME = "host-program";
  private static final String API = HostProgram.class.getPackageName() + ".";

  /** Takes a jar or a folder. */
  HostClassLoader(Path classPath) {
    super(NAME, new URL[] {url(classPath)}, new ApiLoader());
  }

  /** Whether a frame is in code that such a loader loaded. */
  static boolean loaded(StackTraceElement frame) {
    return NAME.equals(frame.getClassLoaderName());
  }

  private static URL url(Path path) {
    try {
      return path.toUri().toURL();
    } catch (MalformedURLException e) {
      throw new IllegalArgumentException(e);
    }
  }

  private static final class ApiLoader extends ClassLoader {

    ApiLoader() {
      super(getPlatformClassLoader());
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      if (name.startsWith(API)) {
        return HostProgram.class.getClassLoader().loadClass(name);
      }
      throw new ClassNotFoundException(name);
    }
  }
}
