package io.tidings.worker;

import io.tidings.contract.ClockReading;
import io.tidings.worker.dispatch.SendGuard;
import io.tidings.worker.group.PartitionAssignment;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks for gaps in the monotonic clock: a worker that was frozen for longer than a session sends nothing until the
 * group has confirmed which partitions it still owns (B-RETRY-6). Confined to the poll thread.
 */
final class ClockWatch {
    private static final Logger log = LoggerFactory.getLogger(ClockWatch.class);

    private final SendGuard sendGuard;
    private final PartitionAssignment assignment;
    private boolean commitsOverdue;

    ClockWatch(SendGuard sendGuard, PartitionAssignment assignment) {
        this.sendGuard = sendGuard;
        this.assignment = assignment;
    }

    void look(ClockReading now) {
        if (sendGuard.commitsOverdue(now) != commitsOverdue) {
            commitsOverdue = !commitsOverdue;
            log.warn(
                    commitsOverdue
                            ? "no new attempt starts: results wait too long for their commit"
                            : "attempts start again: results are committed");
        }
        if (sendGuard.tick(now)) {
            log.warn("the monotonic clock has a gap: nothing is sent until the group has confirmed the partitions of "
                    + "this worker");
            assignment.askAgain();
        } else if (assignment.confirmed()) {
            sendGuard.confirmed();
        }
    }
}
