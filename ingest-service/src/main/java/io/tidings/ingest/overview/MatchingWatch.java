package io.tidings.ingest.overview;

import io.tidings.contract.Topics;
import io.tidings.ingest.overview.MatchingProgress.Observation;
import io.tidings.runtime.Refreshed;
import io.tidings.runtime.kafka.ConsumerGroup;
import io.tidings.runtime.kafka.PartitionLogs;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks the brokers how far events are matched, while somebody asks this. Thread-safe. */
public final class MatchingWatch {
    private static final Logger log = LoggerFactory.getLogger(MatchingWatch.class);

    private final PartitionLogs logs;
    private final Topics topics;
    private final InstantSource clock;
    private final Refreshed<Known> known;

    /**
     * @param progress null until the brokers have responded
     * @param failing whether they did not respond the last time
     */
    record Known(@Nullable MatchingProgress progress, boolean failing) {
        private Known next(Observation seen) {
            return new Known(progress == null ? MatchingProgress.first(seen) : progress.next(seen), false);
        }
    }

    public MatchingWatch(Admin admin, Topics topics, InstantSource clock) {
        this.logs = new PartitionLogs(admin);
        this.topics = topics;
        this.clock = clock;
        this.known = new Refreshed<>("matching-watch", new Known(null, false), this::next, clock);
    }

    /** Returns what is known, without waiting for the brokers. */
    Known latest() {
        return known.latest();
    }

    private Known next(Known before) {
        try {
            return before.next(observation());
        } catch (KafkaException e) {
            log.debug("it is not known how far events are matched", e);
            return new Known(null, true);
        }
    }

    /** Before the first start of a topology nothing is committed, so the topic that all share is always looked at. */
    private Observation observation() {
        var now = clock.instant();
        var group = new ConsumerGroup(logs, topics.matchingGroup());
        var committed = group.committed();
        committed
                .keySet()
                .removeIf(each -> !topics.eventsPattern().matcher(each.topic()).matches());
        var partitions = new HashSet<>(committed.keySet());
        partitions.addAll(logs.partitions(List.of(topics.events())));
        var unread = group.unread(partitions, committed);
        return new Observation(
                now,
                committed.values().stream().mapToLong(Long::longValue).sum(),
                group.unreadBefore(now.minus(MatchingProgress.PATIENCE), unread),
                !group.members().isEmpty());
    }
}
