package org.gpurma.service.submit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.UUID;
import org.gpurma.service.job.AttemptId;
import org.gpurma.service.job.Job;
import org.gpurma.service.job.JobId;
import org.gpurma.service.job.JobStore;
import org.gpurma.service.joblog.Channel;
import org.gpurma.service.joblog.JobLogs;
import org.gpurma.service.jobspec.JobFolder;
import org.gpurma.service.jobspec.JobSpec;
import org.gpurma.service.jobspec.JobSpecs;
import org.gpurma.service.runfolder.Folders;
import org.gpurma.service.runfolder.RunFolder;
import org.gpurma.service.runfolder.RunFolders;
import tools.jackson.databind.node.ObjectNode;

/** Takes jobs in: all of one, or nothing. */
public final class Submitter {
  private final JobSpecs specs;
  private final JobStore jobs;
  private final JobLogs logs;
  private final RunFolders folders;
  private final Catalogue catalogue;
  private final Runnable onSubmitted;

  public Submitter(
      JobSpecs specs,
      JobStore jobs,
      JobLogs logs,
      RunFolders folders,
      Catalogue catalogue,
      Runnable onSubmitted) {
    this.specs = specs;
    this.jobs = jobs;
    this.logs = logs;
    this.folders = folders;
    this.catalogue = catalogue;
    this.onSubmitted = onSubmitted;
  }

  /** A folder to put uploaded files into; give it back with {@link #discard} or {@link #submit}. */
  public RunFolder stage() throws IOException {
    var staged = new RunFolder(folders.staging().resolve(UUID.randomUUID().toString()));
    Files.createDirectories(staged.files());
    return staged;
  }

  public void discard(RunFolder staged) {
    Folders.delete(staged.root());
  }

  public Job submit(Submission submission, RunFolder staged) throws IOException {
    ObjectNode sent = specs.read(submission.spec(), submission.format());
    JobFolder files =
        submission.catalogueFolder().map(catalogue::folder).orElse(new JobFolder(staged.files()));
    ObjectNode resolved = specs.resolve(sent, submission.settings(), files);
    JobSpec spec = specs.bind(resolved);
    if (submission.catalogueFolder().isPresent()) {
      JobFiles.copy(spec, files, staged.files());
    }
    writeSources(spec.program(), staged.files());
    Files.write(staged.jobSpec(), submission.spec());
    return store(spec.metadata().name(), resolved, staged);
  }

  private static void writeSources(JobSpec.Program program, Path folder) throws IOException {
    if (program.source() != null) {
      Files.writeString(folder.resolve(program.file()), program.source());
    }
    if (program.host() != null && program.host().source() != null) {
      Files.writeString(folder.resolve(program.host().file()), program.host().source());
    }
  }

  private Job store(String name, ObjectNode resolved, RunFolder staged) throws IOException {
    long number = freeNumber(name);
    var attempt = new AttemptId(JobId.of(name, number), 1);
    RunFolder home = folders.attempt(attempt);
    Files.createDirectories(home.root().getParent());
    Files.move(staged.root(), home.root(), StandardCopyOption.ATOMIC_MOVE);
    Job job;
    try {
      logs.of(attempt).write(Channel.SERVICE, "job submitted");
      job = jobs.create(number, name, resolved);
    } catch (RuntimeException e) {
      Folders.delete(home.root().getParent());
      throw e;
    }
    onSubmitted.run();
    return job;
  }

  /**
   * A data folder whose database was lost may still hold folders of old jobs; they stay as they
   * are.
   */
  private long freeNumber(String name) {
    long number = jobs.nextNumber();
    while (Files.exists(folders.job(JobId.of(name, number)))) {
      number = jobs.nextNumber();
    }
    return number;
  }

  /** Folders that a crash left half filled. */
  public void clean() {
    Folders.delete(folders.staging());
  }
}
