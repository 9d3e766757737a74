package org.gpurma.runtime.host;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.gpurma.host.HostProgram;
import org.gpurma.runtime.failure.Failure;
import org.gpurma.runtime.failure.FailureException;
import org.gpurma.wire.RunSpec;

/** Finds the host program of a job. */
public final class HostPrograms {

  private HostPrograms() {}

  /** The job's own, or the one for jobs without. */
  public static HostProgram of(RunSpec spec, Path runFolder) {
    return spec.hasHostProgram()
        ? load(spec.getHostProgram(), runFolder)
        : new UserdataProgram(spec);
  }

  private static HostProgram load(org.gpurma.wire.HostProgram program, Path runFolder) {
    Path classPath = runFolder.resolve(program.getClassPath());
    if (!Files.exists(classPath)) {
      throw failed("%s is not in the run folder".formatted(program.getClassPath()));
    }
    try {
      Class<?> type = new HostClassLoader(classPath).loadClass(program.getClassName());
      if (!HostProgram.class.isAssignableFrom(type)) {
        throw failed(
            "class %s does not implement %s"
                .formatted(program.getClassName(), HostProgram.class.getName()));
      }
      return make(type.asSubclass(HostProgram.class));
    } catch (ClassNotFoundException e) {
      throw failed(
          "class %s is not in %s".formatted(program.getClassName(), program.getClassPath()));
    }
  }

  private static HostProgram make(Class<? extends HostProgram> type) {
    try {
      Constructor<? extends HostProgram> constructor = type.getDeclaredConstructor();
      constructor.setAccessible(true);
      return constructor.newInstance();
    } catch (NoSuchMethodException e) {
      throw failed(
          "class %s has no constructor without parameters; an inner class must be static"
              .formatted(type.getName()));
    } catch (InvocationTargetException e) {
      throw new FailureException(HostFailures.of(e.getCause()), e);
    } catch (ReflectiveOperationException e) {
      throw failed("class %s is no class to make objects of".formatted(type.getName()));
    }
  }

  private static FailureException failed(String message) {
    return new FailureException(new Failure.HostProgramFailed("program.host: " + message));
  }
}
