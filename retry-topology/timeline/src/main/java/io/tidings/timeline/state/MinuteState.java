package io.tidings.timeline.state;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.timeline.ActiveMinute;
import io.tidings.contract.timeline.StatsLine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * The minutes of one partition, as queries read them.
 *
 * @param oldest nothing before it is shown
 */
public record MinuteState(ReadOnlyKeyValueStore<Bytes, byte[]> minutes, Instant oldest) {
    private static final char SLASH = '/';

    /**
     * Returns the sums over workers, the oldest minute first.
     *
     * @param uid of the subscription; null for all that have had its name
     * @param to exclusive
     * @param step the length of the parts of the time that are summed up
     */
    public List<StatsLine> of(
            SubscriptionKey subscription, @Nullable String uid, Instant from, Instant to, Duration step) {
        var sums = new TreeMap<Instant, StatsLine>();
        var first = MinuteKeys.lines(subscription, later(from));
        var behind = MinuteKeys.lines(subscription, to);
        if (first.compareTo(behind) < 0) {
            try (var all = minutes.range(first, behind)) {
                while (all.hasNext()) {
                    var line = read(all.next().value);
                    if (line.isOf(uid)) {
                        var part = line.in(step);
                        sums.merge(part.minute(), part, StatsLine::plus);
                    }
                }
            }
        }
        return List.copyOf(sums.values());
    }

    private Instant later(Instant from) {
        return from.isBefore(oldest) ? oldest : from;
    }

    private static StatsLine read(byte[] text) {
        try {
            return StatsLine.read(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the sums by topic, and of dead letters by subscription, in each minute since a time. */
    public List<ActiveMinute> since(Instant from) {
        return sums(from, row -> row.deadLettered() > 0 ? row : row.of(topic(row.owner())));
    }

    /** Returns the sums by subscription in each minute since a time; rows of earlier releases name none. */
    public List<ActiveMinute> bySubscription(Instant from) {
        return sums(from, UnaryOperator.identity()).stream()
                .filter(each -> each.owner().indexOf(SLASH) >= 0)
                .toList();
    }

    private static String topic(String owner) {
        int slash = owner.indexOf(SLASH);
        return slash < 0 ? owner : owner.substring(0, slash);
    }

    /** Returns the sums of the lines of all subscriptions in each minute since a time, the oldest first. */
    public List<StatsLine> total(Instant from) {
        var sums = new TreeMap<Instant, StatsLine>();
        try (var all = recent(from)) {
            while (all.hasNext()) {
                var next = all.next();
                if (MinuteKeys.kind(next.key) == MinuteKeys.Kind.STATS) {
                    line(next.key, row(next.key, next.value).owner())
                            .ifPresent(line -> sums.merge(line.minute(), line, StatsLine::plus));
                }
            }
        }
        return List.copyOf(sums.values());
    }

    /** @param owner names no subscription in a row of an earlier release */
    private Optional<StatsLine> line(Bytes row, String owner) {
        return SubscriptionKey.parse(owner.replaceFirst("@.*", ""))
                .map(key -> minutes.get(MinuteKeys.lineOf(row, key)))
                .map(MinuteState::read);
    }

    private KeyValueIterator<Bytes, byte[]> recent(Instant from) {
        var first = MinuteKeys.recentSince(later(from).truncatedTo(ChronoUnit.MINUTES));
        return minutes.range(first, MinuteKeys.behindRecent());
    }

    /** @param owned returns the row of the owner that it counts for */
    private List<ActiveMinute> sums(Instant from, UnaryOperator<ActiveMinute> owned) {
        record Key(Instant minute, String owner) {}
        var sums = new HashMap<Key, ActiveMinute>();
        try (var all = recent(from)) {
            while (all.hasNext()) {
                var next = all.next();
                var row = owned.apply(row(next.key, next.value));
                sums.merge(new Key(row.minute(), row.owner()), row, ActiveMinute::plus);
            }
        }
        return List.copyOf(sums.values());
    }

    private static ActiveMinute row(Bytes key, byte[] value) {
        var counts = ByteBuffer.wrap(value);
        long delivered = counts.getLong();
        long failed = counts.getLong();
        var owner = UTF_8.decode(counts).toString();
        var minute = MinuteKeys.minute(key);
        return switch (MinuteKeys.kind(key)) {
            case STATS -> new ActiveMinute(minute, owner, delivered, failed, 0, 0);
            case DEAD_LETTER -> new ActiveMinute(minute, owner, 0, 0, 1, 0, delivered);
            case REJECTION -> new ActiveMinute(minute, owner, 0, 0, 0, 1);
        };
    }
}
