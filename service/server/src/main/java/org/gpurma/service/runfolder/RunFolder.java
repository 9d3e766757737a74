package org.gpurma.service.runfolder;

import java.nio.file.Path;

/** What lies where in the folder that one attempt runs in. */
public record RunFolder(Path root) {
  public static final String FILES = "files";

  /** The classes that a job's host program was compiled to. */
  public static final String HOST_CLASSES = "host-classes";

  /** The bytes of the userdata, where the job spec has them itself. */
  public static final String USERDATA = "userdata.bin";

  /** The job's own files, under the paths that the job spec uses. */
  public Path files() {
    return root.resolve(FILES);
  }

  /** The job spec as it was sent. */
  public Path jobSpec() {
    return root.resolve("job.yaml");
  }

  public Path runSpec() {
    return root.resolve("run.txtpb");
  }

  public Path outputs() {
    return root.resolve("out");
  }

  public Path spool(int process) {
    return root.resolve("spool").resolve(process + ".spool");
  }

  /** What the processes counted, once the attempt has ended. */
  public Path counters() {
    return root.resolve("counters.json");
  }

  public Path log() {
    return root.resolve("log");
  }
}
