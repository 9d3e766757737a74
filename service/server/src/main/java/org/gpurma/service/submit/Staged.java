package org.gpurma.service.submit;

import java.nio.file.Path;

/** A folder for the files of a submission, by its name among the files of all. */
public record Staged(String name, Path folder) {}
