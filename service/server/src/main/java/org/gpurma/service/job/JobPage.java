package org.gpurma.service.job;

import java.util.List;
import java.util.OptionalLong;

/** Some jobs, newest first, and where the next page begins. */
public record JobPage(List<Job> jobs, OptionalLong next) {}
