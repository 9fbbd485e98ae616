package io.tidings.worker;

import io.tidings.contract.ClockReading;
import io.tidings.runtime.kafka.AsideReader;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.worker.partition.AssignedPartition;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Leaves the partitions of a worker at rest to one fetch that the broker holds until something comes. A fetch of the
 * group's consumer must end soon, because a partition that has room again waits for its end.
 *
 * <pre>
 *         nothing read for some seconds, and all read to the end
 *  fetched ───────────────────────────────────────────────────> watched
 *     ^                                                            │
 *     └────────── something has come, or it is time to look ───────┘
 * </pre>
 *
 * <p>A watched partition is only paused, so whatever the watch misses is read at the next look. Confined to the poll
 * thread.
 */
final class QuietWatch {
    private static final Duration REST = Duration.ofSeconds(5);

    /** At least as long as two fetches of the group's consumer take: the one under way may lack a resumed partition. */
    private static final Duration LOOK = Duration.ofMillis(300);

    /** Shorter than a request may take. */
    private static final Duration LONGEST = Duration.ofSeconds(20);

    /** Nothing of what is fetched is used. */
    private static final Map<String, Object> SETTINGS = Map.of(
            "isolation.level",
            "read_committed",
            "auto.offset.reset",
            "none",
            "fetch.max.wait.ms",
            (int) LONGEST.toMillis(),
            "max.partition.fetch.bytes",
            1_024,
            "fetch.max.bytes",
            1_024,
            "max.poll.records",
            1);

    private final BiConsumer<Map<TopicPartition, Long>, Consumer<Boolean>> waiting;
    private Set<AssignedPartition> watched = Set.of();
    private boolean underWay;
    /** Null when a rest begins. */
    private @Nullable ClockReading since;

    private Duration rest = REST;

    /** @param waiting waits at positions, and reports on the poll thread whether something may have come */
    QuietWatch(BiConsumer<Map<TopicPartition, Long>, Consumer<Boolean>> waiting) {
        this.waiting = waiting;
    }

    static QuietWatch by(AsideReader reader) {
        return new QuietWatch((positions, report) ->
                reader.run(reading -> comes(positions, reading), came -> report.accept(came == null || came)));
    }

    static AsideReader reader(KafkaClients clients, Executor pollThread) {
        return new AsideReader("quiet-watch", clients, SETTINGS, pollThread);
    }

    private static boolean comes(
            Map<TopicPartition, Long> positions, org.apache.kafka.clients.consumer.Consumer<byte[], byte[]> reading) {
        reading.assign(positions.keySet());
        positions.forEach(reading::seek);
        return !reading.poll(LONGEST).nextOffsets().isEmpty(); // the end of a transaction has come, too
    }

    boolean watches(AssignedPartition partition) {
        return watched.contains(partition);
    }

    /** Notes that something was read. */
    void read(ClockReading now) {
        since = now;
        rest = REST;
    }

    /** @param atEnd whether a partition was read to its end, as far as the last fetch has shown */
    void beginWhenQuiet(
            Collection<AssignedPartition> partitions, Predicate<AssignedPartition> atEnd, ClockReading now) {
        if (since == null) {
            since = now;
        }
        if (underWay || now.since(since).compareTo(rest) < 0) {
            return;
        }
        var found = new HashSet<AssignedPartition>();
        var positions = new HashMap<TopicPartition, Long>();
        for (var partition : partitions) {
            if (partition.polled() && !waitsForHead(partition, now)) {
                if (!partition.started() || !atEnd.test(partition)) {
                    return;
                }
                found.add(partition);
                positions.put(partition.partition(), partition.readUpTo());
            }
        }
        if (!found.isEmpty()) {
            watched = found;
            underWay = true;
            waiting.accept(positions, this::ended);
        }
    }

    private void ended(boolean came) {
        underWay = false;
        watched = Set.of();
        since = null;
        rest = came ? REST : LOOK;
    }

    /** Its next record is known, and read when it is due. */
    private static boolean waitsForHead(AssignedPartition partition, ClockReading now) {
        var buffer = partition.front();
        return buffer != null && buffer.wakeUp(now).isPresent();
    }
}
