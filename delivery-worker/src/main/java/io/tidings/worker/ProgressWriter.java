package io.tidings.worker;

import io.tidings.contract.ClockReading;
import io.tidings.worker.commit.CommitScheduler;
import io.tidings.worker.dispatch.Dispatcher;
import io.tidings.worker.dispatch.Inbox;
import io.tidings.worker.health.EndpointBreakers;
import io.tidings.worker.partition.AssignedPartition;
import java.time.Duration;
import java.util.Collection;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Commits finished records and the endpoints' health: with the next transaction that is due, or, when partitions are
 * revoked, until everything is committed. Confined to the poll thread.
 */
final class ProgressWriter {
    private static final Logger log = LoggerFactory.getLogger(ProgressWriter.class);
    private static final Duration REVOCATION = Duration.ofSeconds(2);

    /** Slow brokers may take as long as a transaction may. What is not committed is delivered again. */
    private static final Duration LONGEST_COMMIT = Duration.ofSeconds(10);

    private final Dispatcher dispatcher;
    private final EndpointBreakers breakers;
    private final CommitScheduler commits;
    private final Inbox inbox;
    private final Supplier<ClockReading> clock;
    private final Duration drainTimeout;

    ProgressWriter(
            Dispatcher dispatcher,
            EndpointBreakers breakers,
            CommitScheduler commits,
            Inbox inbox,
            Supplier<ClockReading> clock,
            Duration drainTimeout) {
        this.dispatcher = dispatcher;
        this.breakers = breakers;
        this.commits = commits;
        this.inbox = inbox;
        this.clock = clock;
        this.drainTimeout = drainTimeout;
    }

    void writeWhenDue(Collection<AssignedPartition> partitions) {
        breakers.writeDown(clock.get());
        commits.commitWhenDue(partitions, clock.get());
    }

    void writeNow(Collection<AssignedPartition> partitions) {
        breakers.writeDown(clock.get());
        commits.commitNow(partitions, clock.get());
    }

    /** Waits for the requests in flight without starting more, and commits them. */
    void drain(Collection<AssignedPartition> partitions) {
        drain(partitions, partitions, drainTimeout);
    }

    /**
     * Called within a poll, before partitions go to another worker.
     *
     * @param owned all of them, those that go included
     */
    void drainRevoked(Collection<AssignedPartition> going, Collection<AssignedPartition> owned) {
        drain(going, owned, REVOCATION);
    }

    private void drain(
            Collection<AssignedPartition> partitions, Collection<AssignedPartition> owned, Duration timeout) {
        log.debug("finishing what is in flight for {} partitions", partitions.size());
        var begun = clock.get();
        while (clock.get().since(begun).compareTo(timeout) < 0
                && partitions.stream().anyMatch(partition -> partition.inFlight() > 0)) {
            dispatcher.endOverdue(clock.get());
            runInbox(owned);
        }
        breakers.writeDownAll(clock.get());
        begun = clock.get();
        while (clock.get().since(begun).compareTo(LONGEST_COMMIT) < 0 && !commits.settled(partitions)) {
            breakers.writeDown(clock.get());
            commits.commitNow(partitions, clock.get());
            runInbox(owned);
        }
        if (!commits.settled(partitions)) {
            log.warn(
                    "brokers did not commit all results within {}; what they did not is delivered again by the next"
                            + " owner",
                    LONGEST_COMMIT);
        }
    }

    private void runInbox(Collection<AssignedPartition> owned) {
        inbox.await(Duration.ofMillis(1));
        inbox.runAll();
        commits.lookForResults(owned, clock.get());
    }
}
