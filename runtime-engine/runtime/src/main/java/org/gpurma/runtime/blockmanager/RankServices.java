package org.gpurma.runtime.blockmanager;

import org.gpurma.runtime.delivery.ControlMessages;
import org.gpurma.runtime.delivery.WindowTable;
import org.gpurma.runtime.failure.FailureBoard;
import org.gpurma.runtime.memory.ExposableMemory;
import org.gpurma.runtime.memory.ManagedPool;
import org.gpurma.runtime.network.NetworkManager;
import org.gpurma.runtime.queue.HandOver;
import org.gpurma.runtime.topology.JobTopology;
import org.gpurma.runtime.transfer.OutgoingTransfers;

/**
 * What the block managers of a process share.
 *
 * @param finished says which ranks, by index, take nothing any more
 */
public record RankServices(
    JobTopology topology,
    ManagedPool pool,
    ExposableMemory exposable,
    WindowTable windows,
    NetworkManager network,
    ControlMessages messages,
    OutgoingTransfers transfers,
    HandOver<Integer> finished,
    Timings timings,
    FailureBoard failures) {}
