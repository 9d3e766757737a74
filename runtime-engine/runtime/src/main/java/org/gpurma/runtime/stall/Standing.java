package org.gpurma.runtime.stall;

/**
 * How a process stands, as far as a deadlock is concerned. All counts only grow, so equal sums of
 * them mean that none has changed.
 *
 * @param isInWorldBarrier every rank has finished or waits in the WORLD barrier, and all of them
 *     have called the same barriers
 * @param versions sum of the wait records' versions
 * @param laneSent pieces that its ranks put into lanes of near ranks, modulo 2^32
 * @param laneTaken pieces that its ranks took out of lanes of near ranks, modulo 2^32
 */
record Standing(
    Rest rest,
    boolean isInWorldBarrier,
    long versions,
    int laneSent,
    int laneTaken,
    long messagesSent,
    long messagesHandled,
    Course course) {

  /** Of a process that nothing is known of. */
  static final Standing NONE = new Standing(Rest.MOVING, false, 0, 0, 0, 0, 0, Course.NONE);

  boolean isStill() {
    return rest == Rest.STILL;
  }

  Standing moving() {
    return new Standing(
        Rest.MOVING,
        isInWorldBarrier,
        versions,
        laneSent,
        laneTaken,
        messagesSent,
        messagesHandled,
        course);
  }
}
