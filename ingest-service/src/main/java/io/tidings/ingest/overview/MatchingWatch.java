package io.tidings.ingest.overview;

import io.tidings.contract.Topics;
import io.tidings.ingest.overview.MatchingProgress.Observation;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.runtime.kafka.KafkaFutures;
import io.tidings.runtime.kafka.PartitionLogs;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
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

    private Observation observation(Admin from) {
        var now = clock.instant();
        var committed = committed(from);
        var partitions = new HashSet<>(committed.keySet());
        partitions.addAll(ofAllTopics(from));
        var extents = new PartitionLogs(from).of(partitions);
        var next = new HashMap<TopicPartition, Long>();
        extents.forEach((partition, extent) -> {
            long offset = Math.max(extent.beginning(), committed.getOrDefault(partition, 0L));
            if (offset < extent.end()) {
                next.put(partition, offset);
            }
        });
        long matched = committed.values().stream().mapToLong(Long::longValue).sum();
        return new Observation(now, matched, late(from, next, now), hasMembers(from));
    }

    private Map<TopicPartition, Long> committed(Admin from) {
        var committed = new HashMap<TopicPartition, Long>();
        KafkaFutures.await(
                        from.listConsumerGroupOffsets(topics.matchingGroup()).partitionsToOffsetAndMetadata(),
                        "asking how far events are matched")
                .forEach((partition, offset) -> {
                    if (offset != null
                            && topics.eventsPattern().matcher(partition.topic()).matches()) {
                        committed.put(partition, offset.offset());
                    }
                });
        return committed;
    }

    /** Events of topics without a Kafka topic of their own. Before the first start of a topology nothing is committed. */
    private Set<TopicPartition> ofAllTopics(Admin from) {
        var description = KafkaFutures.await(
                from.describeTopics(List.of(topics.events())).allTopicNames(), "asking for " + topics.events());
        var partitions = new HashSet<TopicPartition>();
        description
                .values()
                .forEach(topic -> topic.partitions()
                        .forEach(partition -> partitions.add(new TopicPartition(topic.name(), partition.partition()))));
        return partitions;
    }

    /** Returns whether a partition has a record at its next offset, or behind it, that was appended so long ago. */
    private static boolean late(Admin from, Map<TopicPartition, Long> next, Instant now) {
        if (next.isEmpty()) {
            return false;
        }
        var recent = offsets(
                from,
                next.keySet(),
                OffsetSpec.forTimestamp(now.minus(MatchingProgress.PATIENCE).toEpochMilli()));
        var withoutRecent = new HashMap<>(next);
        withoutRecent.keySet().removeIf(each -> recent.getOrDefault(each, -1L) >= 0);
        return next.entrySet().stream().anyMatch(each -> recent.getOrDefault(each.getKey(), -1L) > each.getValue())
                || hasRecord(from, withoutRecent);
    }

    /** What is left of a log may be marks of transactions alone. */
    private static boolean hasRecord(Admin from, Map<TopicPartition, Long> next) {
        if (next.isEmpty()) {
            return false;
        }
        var newest = offsets(from, next.keySet(), OffsetSpec.maxTimestamp());
        return next.entrySet().stream().anyMatch(each -> newest.getOrDefault(each.getKey(), -1L) >= each.getValue());
    }

    private static Map<TopicPartition, Long> offsets(
            Admin from, Collection<TopicPartition> partitions, OffsetSpec which) {
        var request = new HashMap<TopicPartition, OffsetSpec>();
        partitions.forEach(each -> request.put(each, which));
        var offsets = new HashMap<TopicPartition, Long>();
        KafkaFutures.await(
                        from.listOffsets(request, new ListOffsetsOptions(IsolationLevel.READ_COMMITTED))
                                .all(),
                        "asking for the ends of events")
                .forEach((partition, found) -> offsets.put(partition, found.offset()));
        return offsets;
    }

    private boolean hasMembers(Admin from) {
        var group = topics.matchingGroup();
        try {
            var description = from.describeConsumerGroups(List.of(group))
                    .describedGroups()
                    .get(group);
            return description != null
                    && !KafkaFutures.await(description, "asking who matches events")
                            .members()
                            .isEmpty();
        } catch (GroupIdNotFoundException e) {
            return false; // no topology has ever run
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        if (admin != null) {
            admin.close(Duration.ZERO);
        }
    }
}
