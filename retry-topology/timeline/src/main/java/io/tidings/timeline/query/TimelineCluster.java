package io.tidings.timeline.query;

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
import io.tidings.contract.timeline.TimelineQuery.Selection;
import io.tidings.contract.timeline.TimelineQuery.Total;
import io.tidings.contract.timeline.TimelineResult;
import io.tidings.runtime.timeline.TimelineClient;
import io.tidings.runtime.timeline.TimelineUnavailableException;
import io.tidings.timeline.state.EntryKeys;
import io.tidings.timeline.state.TimelineStores;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.KeyQueryMetadata;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.state.HostInfo;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All partitions of the timeline, wherever they are. First the owner of each partition is asked, then its copies, then
 * an owner that still restores it; the result names the partitions that no instance has. Thread-safe.
 *
 * @param own where other instances reach this one
 */
public record TimelineCluster(
        PresentStreams streams, LocalShare local, TimelineClient peers, RecentLag lag, int partitions, String own) {
    private static final Logger log = LoggerFactory.getLogger(TimelineCluster.class);

    /** The greatest age of the lag that is shown with counts: it is measured every five seconds anyway. */
    private static final Duration OF_COUNTS = Duration.ofSeconds(6);

    private enum Round {
        OWNERS,
        COPIES,
        RESTORING
    }

    /** @throws TimelineUnavailableException if no partition can be asked */
    public TimelineResult ask(TimelineQuery query) throws TimelineUnavailableException {
        var present = streams.now()
                .orElseThrow(() -> new TimelineUnavailableException(
                        "the timeline is starting, or has lost its session with the brokers; ask again"));
        var missing = new TreeSet<>(partitionsOf(query));
        var result = TimelineResult.nothing();
        for (var round : Round.values()) {
            if (!missing.isEmpty()) {
                result = result.plus(ask(query, hosts(present, missing, round), round), LocalShare.most(query));
                result.partitions().forEach(missing::remove);
            }
        }
        if (result.partitions().isEmpty()) {
            throw new TimelineUnavailableException(
                    "no instance has the part of the timeline that was asked for: it starts, or is moved between"
                            + " instances; ask again");
        }
        return result.with(behind(query).orElse(null), missing.isEmpty() ? List.of() : List.of(sentence(missing)));
    }

    /** Pages repeat counts every few seconds; somebody who looks for an event wants to know exactly. */
    private Optional<Duration> behind(TimelineQuery query) {
        return switch (query) {
            case OfEvent _, Attempts _, DeadLetters _, Rejected _ -> lag.measured();
            case Pending _,
                    AllPending _,
                    PendingBySubscription _,
                    Minutes _,
                    Recent _,
                    Total _,
                    RecentBySubscription _ -> lag.within(OF_COUNTS);
        };
    }

    private static String sentence(Set<Integer> missing) {
        return "no instance that responds has the partitions " + missing + " of the timeline; ask again";
    }

    private Set<Integer> partitionsOf(TimelineQuery query) {
        return switch (query) {
            case OfEvent(var topic, var id) -> ofEvent(topic, id);
            case Attempts(var subscription, var _, var selection) -> ofSelection(subscription.topic(), selection);
            case DeadLetters(var subscription, var _, var selection) -> ofSelection(subscription.topic(), selection);
            case Rejected(var topic, var selection) -> ofSelection(topic, selection);
            case Minutes(var subscription, var _, var _, var _, var _) ->
                Set.of(EntryKeys.partition(EntryKeys.subscription(subscription), partitions));
            case Pending _, AllPending _, PendingBySubscription _, Recent _, Total _, RecentBySubscription _ -> all();
        };
    }

    private Set<Integer> ofSelection(String topic, Selection selection) {
        return selection.eventId() == null ? all() : ofEvent(topic, selection.eventId());
    }

    private Set<Integer> ofEvent(String topic, String id) {
        return Set.of(EntryKeys.partition(EntryKeys.event(topic, id), partitions));
    }

    private Set<Integer> all() {
        return new TreeSet<>(IntStream.range(0, partitions).boxed().toList());
    }

    private static Map<String, Set<Integer>> hosts(KafkaStreams present, Set<Integer> wanted, Round round) {
        var hosts = new HashMap<String, Set<Integer>>();
        for (int partition : wanted) {
            var metadata = metadata(present, partition);
            if (metadata.isPresent()) {
                for (var host : hosts(metadata.get(), round)) {
                    hosts.computeIfAbsent(host.host() + ":" + host.port(), _ -> new TreeSet<>())
                            .add(partition);
                }
            }
        }
        return hosts;
    }

    private static List<HostInfo> hosts(KeyQueryMetadata metadata, Round round) {
        return switch (round) {
            case OWNERS, RESTORING -> List.of(metadata.activeHost());
            case COPIES -> metadata.standbyHosts().stream().limit(1).toList();
        };
    }

    private static Optional<KeyQueryMetadata> metadata(KafkaStreams present, int partition) {
        try {
            var metadata = present.queryMetadataForKey(
                    TimelineStores.ENTRIES, partition, (_, wanted, _, _) -> Optional.of(Set.of(wanted)));
            return Optional.ofNullable(metadata)
                    .filter(each -> !each.equals(KeyQueryMetadata.NOT_AVAILABLE)
                            && !each.activeHost().equals(HostInfo.unavailable()));
        } catch (InvalidStateStoreException | IllegalStateException e) {
            return Optional.empty(); // the session has just ended
        }
    }

    private TimelineResult ask(TimelineQuery query, Map<String, Set<Integer>> hosts, Round round) {
        boolean stale = round != Round.OWNERS;
        var result = TimelineResult.nothing();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var asked = new ArrayList<Future<TimelineResult>>();
            hosts.forEach((host, numbers) -> asked.add(threads.submit(() -> ask(host, query, numbers, stale))));
            for (var each : asked) {
                result = result.plus(each.get(), LocalShare.most(query));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException e) {
            throw new IllegalStateException("a share of the timeline could not be read", e);
        }
        return result;
    }

    /** An instance that does not respond has nothing, so the next round asks another one. */
    private TimelineResult ask(String host, TimelineQuery query, Set<Integer> numbers, boolean stale) {
        if (host.equals(own)) {
            return local.ask(query, numbers, stale);
        }
        try {
            return peers.askShare(host, query, numbers, stale);
        } catch (TimelineUnavailableException e) {
            log.debug("another instance of the timeline does not respond", e);
            return TimelineResult.nothing();
        }
    }
}
