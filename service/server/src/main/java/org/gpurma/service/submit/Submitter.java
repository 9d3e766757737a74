package org.gpurma.service.submit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.gpurma.service.job.Intake;
import org.gpurma.service.job.Job;
import org.gpurma.service.job.NewJob;
import org.gpurma.service.jobspec.InvalidJobSpecException;
import org.gpurma.service.jobspec.JobFolder;
import org.gpurma.service.jobspec.JobSpec;
import org.gpurma.service.jobspec.JobSpecs;
import org.gpurma.service.jobspec.ResolvedSpec;
import org.gpurma.service.jobspec.SpecError;
import org.gpurma.service.runfolder.Folders;
import org.gpurma.service.runfolder.RunFolders;

/** Takes jobs in: all of a submission, or nothing. */
public final class Submitter {
  private static final int MOST_CHARACTERS = 1 << 20;

  private final JobSpecs specs;
  private final GroupCommit commits;
  private final RunFolders folders;
  private final Catalogue catalogue;
  private final BiConsumer<Job, JobSpec> onSubmitted;

  /**
   * @param onSubmitted is told of every job once it is stored
   */
  public Submitter(
      JobSpecs specs,
      GroupCommit commits,
      RunFolders folders,
      Catalogue catalogue,
      BiConsumer<Job, JobSpec> onSubmitted) {
    this.specs = specs;
    this.commits = commits;
    this.folders = folders;
    this.catalogue = catalogue;
    this.onSubmitted = onSubmitted;
  }

  /**
   * A folder to put uploaded files into; give it back with {@link #discard} if nothing is made of
   * it.
   */
  public Staged stage() throws IOException {
    String name = UUID.randomUUID().toString();
    return new Staged(name, Files.createDirectories(folders.files().resolve(name)));
  }

  public void discard(Staged staged) {
    Folders.delete(staged.folder());
  }

  /** What a submission would come to. */
  public ResolvedSpec resolve(Submission submission) {
    ResolvedSpec resolved =
        specs.resolve(
            specs.read(submission.spec(), submission.format()),
            submission.settings(),
            files(submission));
    for (ResolvedSpec.Item item : resolved.jobs()) {
      if (item.tree().toString().length() > MOST_CHARACTERS) {
        throw new InvalidJobSpecException(
            List.of(
                new SpecError("", "is too long with everything filled in; send data as files")));
      }
    }
    return resolved;
  }

  private JobFolder files(Submission submission) {
    return submission
        .catalogueFolder()
        .map(catalogue::folder)
        .orElseGet(
            () ->
                new JobFolder(
                    submission
                        .files()
                        .map(Staged::folder)
                        .orElse(folders.files().resolve("none"))));
  }

  /** The jobs of the submission, stored and queued. */
  public Submitted submit(Submission submission) throws IOException {
    ResolvedSpec resolved = resolve(submission);
    Optional<Staged> copied = copyFromCatalogue(submission, resolved);
    Optional<Staged> files = copied.or(submission::files);
    List<Job> jobs;
    try {
      jobs = commits.store(intake(submission, resolved, files.map(Staged::name)));
    } catch (RuntimeException e) {
      copied.ifPresent(this::discard);
      throw e;
    }
    for (int i = 0; i < jobs.size(); i++) {
      onSubmitted.accept(jobs.get(i), resolved.jobs().get(i).spec());
    }
    return new Submitted(jobs, resolved);
  }

  /** The catalogue may change before the job starts. */
  private Optional<Staged> copyFromCatalogue(Submission submission, ResolvedSpec resolved)
      throws IOException {
    if (submission.catalogueFolder().isEmpty()) {
      return Optional.empty();
    }
    Staged staged = stage();
    try {
      for (ResolvedSpec.Item item : resolved.jobs()) {
        JobFiles.copy(item.spec(), files(submission), staged.folder());
      }
      return Optional.of(staged);
    } catch (IOException | RuntimeException e) {
      discard(staged);
      throw e;
    }
  }

  private static Intake intake(
      Submission submission, ResolvedSpec resolved, Optional<String> files) {
    return new Intake(
        resolved.jobs().stream().map(item -> newJob(item, submission.held())).toList(),
        resolved.isArray() ? OptionalInt.of(resolved.maxParallel()) : OptionalInt.empty(),
        new String(submission.spec(), StandardCharsets.UTF_8),
        files,
        submission.key());
  }

  private static NewJob newJob(ResolvedSpec.Item item, boolean held) {
    JobSpec spec = item.spec();
    return new NewJob(
        spec.metadata().name(),
        spec.metadata().project(),
        spec.priority(),
        spec.resources().gpus(),
        spec.metadata().labels(),
        held,
        spec.notifications().size(),
        item.tree().toString());
  }

  /** Removes files that no job needs, as a crash leaves them. */
  public void clean(Set<String> filesInUse) {
    if (!Files.isDirectory(folders.files())) {
      return;
    }
    try (Stream<Path> all = Files.list(folders.files())) {
      all.filter(folder -> !filesInUse.contains(folder.getFileName().toString()))
          .forEach(Folders::delete);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
