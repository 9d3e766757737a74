package org.gpurma.runtime.host;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.gpurma.host.HostProgram;
import org.gpurma.host.MpiCudaProgram;
import org.gpurma.runtime.failure.Failure;
import org.gpurma.runtime.failure.FailureException;
import org.gpurma.wire.RunSpec;

/** Finds the host program of a job. */
public final class HostPrograms {

  private HostPrograms() {}

  /** The job's own, or the one for jobs without. */
  public static HostProgram of(RunSpec spec, Path runFolder) {
    return spec.hasHostProgram()
        ? load(spec.getHostProgram(), runFolder, HostProgram.class)
        : new UserdataProgram(spec, runFolder);
  }

  /** That of a job of plain kernels, which needs one. */
  public static MpiCudaProgram mpiCuda(RunSpec spec, Path runFolder) {
    if (!spec.hasHostProgram()) {
      throw failed("a job of model mpi-cuda needs one");
    }
    return load(spec.getHostProgram(), runFolder, MpiCudaProgram.class);
  }

  private static <P> P load(org.gpurma.wire.HostProgram program, Path runFolder, Class<P> wanted) {
    Path classPath = runFolder.resolve(program.getClassPath());
    if (!Files.exists(classPath)) {
      throw failed("%s is not in the run folder".formatted(program.getClassPath()));
    }
    try {
      Class<?> type = new HostClassLoader(classPath).loadClass(program.getClassName());
      if (!wanted.isAssignableFrom(type)) {
        throw failed(
            "class %s does not implement %s".formatted(program.getClassName(), wanted.getName()));
      }
      return make(type.asSubclass(wanted));
    } catch (ClassNotFoundException e) {
      throw failed(
          "class %s is not in %s".formatted(program.getClassName(), program.getClassPath()));
    }
  }

  private static <P> P make(Class<? extends P> type) {
    try {
      Constructor<? extends P> constructor = type.getDeclaredConstructor();
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
