package org.gpurma.client.job;

/** What came of a submission: a job, or an array of them where its spec has a sweep. */
public sealed interface Submitted permits Job, JobArray {

  String id();
}
