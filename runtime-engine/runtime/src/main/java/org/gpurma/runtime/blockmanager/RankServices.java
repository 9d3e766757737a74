package org.gpurma.runtime.blockmanager;

import org.gpurma.runtime.failure.FailureBoard;
import org.gpurma.runtime.memory.ExposableMemory;
import org.gpurma.runtime.memory.ManagedPool;
import org.gpurma.runtime.topology.JobTopology;

/** What the block managers of a process share. */
public record RankServices(
    JobTopology topology,
    ManagedPool pool,
    ExposableMemory exposable,
    WindowTable windows,
    WorldBarrier barrier,
    Timings timings,
    FailureBoard failures) {}
