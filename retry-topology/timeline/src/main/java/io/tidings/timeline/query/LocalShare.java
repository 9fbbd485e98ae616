package io.tidings.timeline.query;

import io.tidings.contract.RetryLadder;
import io.tidings.contract.timeline.ActiveMinute;
import io.tidings.contract.timeline.StatsLine;
import io.tidings.contract.timeline.TimelineQuery;
import io.tidings.contract.timeline.TimelineQuery.AllPending;
import io.tidings.contract.timeline.TimelineQuery.Attempts;
import io.tidings.contract.timeline.TimelineQuery.DeadLetters;
import io.tidings.contract.timeline.TimelineQuery.Minutes;
import io.tidings.contract.timeline.TimelineQuery.OfEvent;
import io.tidings.contract.timeline.TimelineQuery.Pending;
import io.tidings.contract.timeline.TimelineQuery.PendingBySubscription;
import io.tidings.contract.timeline.TimelineQuery.Recent;
import io.tidings.contract.timeline.TimelineQuery.RecentBySubscription;
import io.tidings.contract.timeline.TimelineQuery.Rejected;
import io.tidings.contract.timeline.TimelineQuery.Total;
import io.tidings.contract.timeline.TimelineResult;
import io.tidings.contract.timeline.TimelineResult.Waiting;
import io.tidings.timeline.state.MinuteState;
import io.tidings.timeline.state.PartitionState;
import io.tidings.timeline.state.TimelineStores;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StoreQueryParameters;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.state.QueryableStoreTypes;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;

/** The partitions that this instance has. Thread-safe. */
public record LocalShare(PresentStreams streams, RetryLadder ladder, Duration retention, InstantSource clock) {
    private static final int ALL = Integer.MAX_VALUE;

    /** The time that the pages of one question may take, all partitions together. */
    private static final long TIME = Duration.ofSeconds(2).toNanos();

    private record Stores(PartitionState entries, MinuteState minutes) {}

    /**
     * Asks the partitions that are here; the others are missing in the result.
     *
     * @param stale whether partitions count that are only copied or restored here
     */
    public TimelineResult ask(TimelineQuery query, Collection<Integer> partitions, boolean stale) {
        var result = TimelineResult.nothing();
        var now = streams.now();
        if (now.isPresent()) {
            for (int partition : partitions) {
                long began = System.nanoTime();
                BooleanSupplier late = () -> System.nanoTime() - began > TIME / partitions.size();
                result = result.plus(
                        of(now.get(), partition, stale, late)
                                .map(stores -> of(query, stores, partition, stale))
                                .orElseGet(TimelineResult::nothing),
                        most(query));
            }
        }
        return result;
    }

    /** The most rows of a result. */
    static int most(TimelineQuery query) {
        return switch (query) {
            case Attempts(var _, var _, var selection) -> selection.top();
            case DeadLetters(var _, var _, var selection) -> selection.top();
            case Rejected(var _, var selection) -> selection.top();
            case OfEvent _,
                    Pending _,
                    AllPending _,
                    PendingBySubscription _,
                    Minutes _,
                    Recent _,
                    Total _,
                    RecentBySubscription _ -> ALL;
        };
    }

    private Optional<Stores> of(KafkaStreams present, int partition, boolean stale, BooleanSupplier late) {
        try {
            var now = clock.instant();
            return Optional.of(new Stores(
                    new PartitionState(
                            store(present, TimelineStores.ENTRIES, partition, stale),
                            store(present, TimelineStores.WAITING, partition, stale),
                            now.minus(retention),
                            late),
                    new MinuteState(
                            store(present, TimelineStores.MINUTES, partition, stale),
                            now.minus(TimelineStores.RETENTION_OF_MINUTES))));
        } catch (InvalidStateStoreException e) {
            return Optional.empty(); // elsewhere, or not restored yet
        }
    }

    private static ReadOnlyKeyValueStore<Bytes, byte[]> store(
            KafkaStreams present, String name, int partition, boolean stale) {
        var wanted = StoreQueryParameters.fromNameAndType(name, QueryableStoreTypes.<Bytes, byte[]>keyValueStore())
                .withPartition(partition);
        return present.store(stale ? wanted.enableStaleStores() : wanted);
    }

    /** A partition that is taken away meanwhile counts as missing. */
    private TimelineResult of(TimelineQuery query, Stores stores, int partition, boolean stale) {
        var state = stores.entries();
        try {
            return switch (query) {
                case OfEvent(var topic, var id) -> page(partition, stale, state.ofEvent(topic, id));
                case Attempts(var subscription, var uid, var selection) ->
                    page(partition, stale, state.attempts(subscription, uid, selection));
                case DeadLetters(var subscription, var uid, var selection) ->
                    page(partition, stale, state.deadLetters(subscription, uid, selection));
                case Rejected(var topic, var selection) -> page(partition, stale, state.rejections(topic, selection));
                case Pending(var subscription, var uid) ->
                    waiting(partition, stale, state.waiting(subscription, uid, ladder));
                case AllPending() -> waiting(partition, stale, state.waiting(ladder));
                case PendingBySubscription() -> waiting(partition, stale, state.waitingBySubscription());
                case Minutes(var subscription, var uid, var from, var to, var step) ->
                    counts(partition, stale, stores.minutes().of(subscription, uid, from, to, step), List.of());
                case Recent(var from) ->
                    counts(partition, stale, List.of(), stores.minutes().since(from));
                case Total(var from) ->
                    counts(partition, stale, stores.minutes().total(from), List.of());
                case RecentBySubscription(var from) ->
                    counts(partition, stale, List.of(), stores.minutes().bySubscription(from));
            };
        } catch (InvalidStateStoreException e) {
            return TimelineResult.nothing();
        }
    }

    private static TimelineResult page(int partition, boolean stale, PartitionState.Page page) {
        return new TimelineResult(
                List.of(partition),
                page.rows(),
                page.cutAt(),
                Map.of(),
                List.of(),
                List.of(),
                null,
                reservation(partition, stale));
    }

    private static TimelineResult waiting(int partition, boolean stale, Map<String, Waiting> tiers) {
        return new TimelineResult(List.of(partition), List.of(), tiers, null, reservation(partition, stale));
    }

    private static TimelineResult waiting(int partition, boolean stale, PartitionState.Counted counted) {
        var result = waiting(partition, stale, counted.tiers());
        return counted.complete()
                ? result
                : result.with(
                        null,
                        List.of("of partition " + partition + " only " + PartitionState.MOST_COUNTED
                                + " waiting deliveries were counted; there are more"));
    }

    private static TimelineResult counts(
            int partition, boolean stale, List<StatsLine> minutes, List<ActiveMinute> active) {
        return new TimelineResult(
                List.of(partition), List.of(), null, Map.of(), minutes, active, null, reservation(partition, stale));
    }

    private static List<String> reservation(int partition, boolean stale) {
        return stale
                ? List.of("partition " + partition + " is read from a copy, which may lack some entries")
                : List.of();
    }
}
