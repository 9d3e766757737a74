package org.gpurma.service.lifecycle;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Base64;
import java.util.List;
import org.gpurma.service.compile.HostCompiler;
import org.gpurma.service.compile.ProgramCompiler;
import org.gpurma.service.isolation.JobUser;
import org.gpurma.service.job.Job;
import org.gpurma.service.job.JobStore;
import org.gpurma.service.jobspec.JobSpec;
import org.gpurma.service.launch.LocalLauncher;
import org.gpurma.service.runfolder.Folders;
import org.gpurma.service.runfolder.RunFolder;
import org.gpurma.service.runfolder.RunFolders;

/** Puts into an attempt's folder what it is run from. Everything may be done twice. */
public final class Workplace {
  private final JobStore jobs;
  private final RunFolders folders;
  private final JobUser user;

  public Workplace(JobStore jobs, RunFolders folders, JobUser user) {
    this.jobs = jobs;
    this.user = user;
    this.folders = folders;
  }

  /** The job spec as it was sent, and the job's files. */
  void prepare(AttemptWork work) throws IOException {
    RunFolder home = work.folder();
    Job job = work.job();
    Files.createDirectories(home.files());
    Files.writeString(home.jobSpec(), jobs.sentSpec(job.id()));
    // First: a source written over a linked file would change it for the other jobs of its array.
    writeSources(work.spec().program(), home.files());
    String userdata = work.spec().userdata().base64();
    if (userdata != null) {
      Files.write(home.root().resolve(RunFolder.USERDATA), Base64.getDecoder().decode(userdata));
    }
    if (job.files() != null) {
      Folders.link(folders.files().resolve(job.files()), home.files());
    }
    share(home);
  }

  /**
   * What the service itself writes into is there first, so that nobody puts a link in its place.
   */
  private void share(RunFolder home) throws IOException {
    for (String log : List.of(ProgramCompiler.LOG, HostCompiler.LOG, LocalLauncher.OUTPUT)) {
      if (!Files.exists(home.root().resolve(log))) {
        Files.createFile(home.root().resolve(log));
      }
    }
    user.shareToRead(home.files());
    user.shareToRead(home.root().resolve(RunFolder.USERDATA));
    user.sharePassage(folders.data(), home.root());
    user.shareToWorkIn(home.root());
  }

  /** Before processes start: what they read, and where they write. */
  void shareToRun(RunFolder home) throws IOException {
    user.shareToRead(home.runSpec());
    user.shareToWorkIn(home.spool(0).getParent());
  }

  private static void writeSources(JobSpec.Program program, Path folder) throws IOException {
    if (program.source() != null) {
      Files.writeString(folder.resolve(program.file()), program.source());
    }
    if (program.host() != null && program.host().source() != null) {
      Files.writeString(folder.resolve(program.host().file()), program.host().source());
    }
  }

  /** The program that came compiled already. */
  void bringProgram(AttemptWork work) throws IOException {
    JobSpec.Binary binary = work.spec().program().binary();
    String file =
        switch (work.gpuKind()) {
          case CUDA -> binary.cuda();
          case EMULATED -> binary.emulated();
        };
    if (file == null) {
      throw new IOException(
          "the job brings no program for " + work.gpuKind().word() + " GPUs; see program.binary");
    }
    Path program = work.folder().root().resolve(ProgramCompiler.programName(work.gpuKind()));
    Files.copy(work.folder().files().resolve(file), program, StandardCopyOption.REPLACE_EXISTING);
    user.shareToRead(program);
  }
}
