package io.tidings.ingest.overview;

import io.tidings.contract.Topics;
import io.tidings.ingest.overview.MatchingProgress.Observation;
import io.tidings.runtime.kafka.ConsumerGroup;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.runtime.kafka.PartitionLogs;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the brokers how far events are matched, while somebody asks this, and at most every ten seconds. A thread of its
 * own does it, so that no request waits for brokers that do not respond. Thread-safe.
 */
public final class MatchingWatch implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(MatchingWatch.class);
    private static final Duration INTERVAL = Duration.ofSeconds(10);

    private final KafkaClients clients;
    private final Topics topics;
    private final InstantSource clock;
    private Instant asked = Instant.MIN;
    private boolean asking;
    private boolean closed;
    private Known known = new Known(null, false);
    private @Nullable Admin admin;

    /**
     * @param progress null until the brokers have responded
     * @param failing whether they did not respond the last time
     */
    record Known(@Nullable MatchingProgress progress, boolean failing) {
        private Known next(@Nullable Observation seen) {
            if (seen == null) {
                return new Known(null, true);
            }
            return new Known(progress == null ? MatchingProgress.first(seen) : progress.next(seen), false);
        }
    }

    public MatchingWatch(KafkaClients clients, Topics topics, InstantSource clock) {
        this.clients = clients;
        this.topics = topics;
        this.clock = clock;
    }

    /** Returns what is known, without waiting for the brokers. */
    synchronized Known latest() {
        var now = clock.instant();
        if (!asking && !closed && !now.isBefore(asked.plus(INTERVAL))) {
            asking = true;
            asked = now;
            Thread.ofVirtual().name("matching-watch").start(this::observe);
        }
        return known;
    }

    private void observe() {
        Observation seen = null;
        try {
            seen = opened().map(this::observation).orElse(null);
        } catch (KafkaException e) {
            log.debug("it is not known how far events are matched", e);
        } finally {
            note(seen);
        }
    }

    private synchronized void note(@Nullable Observation seen) {
        asking = false;
        known = known.next(seen);
    }

    private synchronized Optional<Admin> opened() {
        if (closed) {
            return Optional.empty();
        }
        if (admin == null) {
            admin = clients.admin();
        }
        return Optional.of(admin);
    }

    /** Before the first start of a topology nothing is committed, so the topic that all share is always looked at. */
    private Observation observation(Admin from) {
        var now = clock.instant();
        var group = new ConsumerGroup(from, topics.matchingGroup(), null);
        var committed = group.committed();
        committed
                .keySet()
                .removeIf(each -> !topics.eventsPattern().matcher(each.topic()).matches());
        var partitions = new HashSet<>(committed.keySet());
        partitions.addAll(new PartitionLogs(from).partitions(List.of(topics.events())));
        var unread = group.unread(partitions, committed);
        return new Observation(
                now,
                committed.values().stream().mapToLong(Long::longValue).sum(),
                group.unreadBefore(now.minus(MatchingProgress.PATIENCE), unread),
                !group.members().isEmpty());
    }

    @Override
    public synchronized void close() {
        closed = true;
        if (admin != null) {
            admin.close(Duration.ZERO);
        }
    }
}
