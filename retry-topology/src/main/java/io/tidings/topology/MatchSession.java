package io.tidings.topology;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.kafka.KafkaStreamsMetrics;
import io.tidings.runtime.follower.Follower;
import io.tidings.runtime.kafka.GroupPeers;
import io.tidings.runtime.kafka.KafkaFutures;
import io.tidings.runtime.session.Session;
import io.tidings.topology.begun.BegunOffsets;
import io.tidings.topology.match.ResourceTables;
import io.tidings.topology.streams.StreamThreadFailures;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.CloseOptions.GroupMembershipOperation;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.KafkaStreams.State;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Matching from the reading of the tables to the death of a thread. A new session has new streams and new tables,
 * read from the beginning, so that it repairs whatever the former reader has missed.
 */
final class MatchSession implements Session {
    private static final Logger log = LoggerFactory.getLogger(MatchSession.class);

    /** Threads that have died have nothing left to do. */
    private static final Duration TO_GIVE_UP = Duration.ofSeconds(5);

    private final KafkaStreams streams;
    private final KafkaStreamsMetrics metrics;
    private final ResourceTables tables;
    private final Follower<?> follower;
    private final StreamThreadFailures failures;
    private final GroupPeers peers;
    private final BegunOffsets begun;
    private final Duration drainTimeout;
    private final CompletableFuture<Void> end = new CompletableFuture<>();
    private volatile boolean started;
    private volatile boolean stopped;

    /** @param follower of the tables, which is closed with this object */
    MatchSession(
            KafkaStreams streams,
            ResourceTables tables,
            Follower<?> follower,
            StreamThreadFailures failures,
            GroupPeers peers,
            BegunOffsets begun,
            Duration drainTimeout) {
        this.streams = streams;
        this.metrics = new KafkaStreamsMetrics(streams);
        this.tables = tables;
        this.follower = follower;
        this.failures = failures;
        this.peers = peers;
        this.begun = begun;
        this.drainTimeout = drainTimeout;
        streams.setStateListener((now, _) -> stateChanged(now));
        streams.setUncaughtExceptionHandler(failures);
    }

    void bindTo(MeterRegistry registry) {
        metrics.bindTo(registry);
    }

    private void stateChanged(State now) {
        switch (now) {
            case RUNNING -> started = true;
            case ERROR -> end.complete(null);
            default -> log.debug("streams are {}", now); // the states between; KafkaStreams logs each, too
        }
    }

    @Override
    public void run() {
        var known = CompletableFuture.anyOf(follower.caughtUp().toCompletableFuture(), end);
        var _ = KafkaFutures.await(known, "reading the tables");
        if (!stopped) {
            tables.caughtUp();
            start();
        }
        end.join();
        if (!stopped) {
            throw failures.loss();
        }
    }

    private void start() {
        try {
            streams.start();
        } catch (IllegalStateException e) {
            throw new KafkaException("a stream thread died before all had started", e);
        }
    }

    @Override
    public boolean ready() {
        return started && streams.state().isRunningOrRebalancing() && !tables.behind();
    }

    @Override
    public void stop() {
        stopped = true;
        begun.processEnds();
        end.complete(null);
    }

    /**
     * A member that stays in the group keeps its partitions over a restart, but their events are not matched
     * meanwhile. So it leaves if other members can take over, and stays if it is alone, because the first member of a
     * group has to wait. A member that cannot read a table leaves in any case (B-MATCH-6).
     */
    private GroupMembershipOperation membership() {
        boolean goes = stopped ? peers.present() : failures.tableStandsStill();
        return goes ? GroupMembershipOperation.LEAVE_GROUP : GroupMembershipOperation.REMAIN_IN_GROUP;
    }

    @Override
    public void close() {
        var patience = stopped ? drainTimeout : TO_GIVE_UP;
        if (!streams.close(CloseOptions.timeout(patience).withGroupMembershipOperation(membership()))) {
            log.warn("matching did not stop within {}; events in flight are matched again", patience);
        }
        if (!stopped && failures.assignedWithoutTopics()) {
            peers.removeThisInstance();
        }
        follower.close(); // after the threads that wait for its tables
        tables.stopped();
        metrics.close();
    }
}
