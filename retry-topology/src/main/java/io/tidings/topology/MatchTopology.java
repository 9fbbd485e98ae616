package io.tidings.topology;

import io.tidings.contract.Topics;
import io.tidings.contract.delivery.EventSource;
import io.tidings.contract.event.EventDecoder;
import io.tidings.runtime.tracing.Tracing;
import io.tidings.topology.deduplication.Deduplication;
import io.tidings.topology.match.EventMatching;
import io.tidings.topology.match.MatchMetrics;
import io.tidings.topology.match.MatchOutput;
import io.tidings.topology.match.PassedMarkers;
import io.tidings.topology.match.ResourceTables;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.streams.AutoOffsetReset;
import org.apache.kafka.streams.Topology;

/** Decision 7 as a topology of Kafka Streams. */
final class MatchTopology {
    private static final String DELIVERIES = "to-deliveries";
    private static final String LANES = "to-lanes";
    private static final String REJECTED = "to-rejected";
    private static final String DEDUPLICATION = "to-deduplication";

    private static final String EVENTS = "events";
    private static final String MATCH = "match";

    private static final Pattern NO_TOPIC = Pattern.compile("(?!)");

    private static final Serializer<LanedKey> KEYS = (_, laned) -> laned.key();
    private static final Serializer<byte[]> VALUES = new ByteArraySerializer();

    private MatchTopology() {}

    /*
     *  topics ─────────┐  (every record, from the beginning, before any event)
     *  subscriptions ──┴─> Follower ──> ResourceTables: ResourceTable, MatchIndex, how far each was read
     *                                            │
     *                                            ▼
     *  events, events.<topic> ────────────> MatchProcessor ──> deliveries   one per matching subscription
     *                                          (stream threads) ├─> rejected     with the reason
     *                                                           └─> deduplication   the first event of a key
     */
    static Topology of(
            Topics topics,
            EventDecoder decoder,
            ResourceTables tables,
            Predicate<EventSource> appendTimes,
            Predicate<EventSource> begun,
            Supplier<Deduplication> deduplications,
            PassedMarkers markers,
            MatchMetrics metrics,
            InstantSource clock,
            Tracing tracing) {
        var topology = new Topology();
        // Tasks have the numbers of the former release, which had two tables before the events, and may share the
        // group.
        for (var former : List.of("topics", "subscriptions")) {
            topology.addSource(former, new ByteArrayDeserializer(), new ByteArrayDeserializer(), NO_TOPIC);
        }
        topology.addSource(
                AutoOffsetReset.earliest(),
                EVENTS,
                // A record without a timestamp (-1) is legal in Kafka, but stops Streams.
                (record, _) -> Math.max(0, record.timestamp()),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer(),
                topics.eventsPattern());
        topology.addProcessor(
                MATCH,
                () -> new MatchProcessor(
                        decoder,
                        tables,
                        appendTimes,
                        begun,
                        deduplications.get(),
                        markers,
                        new EventMatching(tables, metrics, clock, tracing)),
                EVENTS);
        topology.addSink(DELIVERIES, topics.deliveries(), KEYS, VALUES, MATCH);
        // Streams asks for the partitions of a topic before it calls a partitioner, so the usual lane has none.
        topology.addSink(LANES, topics.deliveries(), KEYS, VALUES, LanedKey.PARTITIONER, MATCH);
        topology.addSink(REJECTED, topics.rejected(), KEYS, VALUES, MATCH);
        topology.addSink(DEDUPLICATION, topics.deduplication(), KEYS, VALUES, MATCH);
        return topology;
    }

    static String sink(MatchOutput output) {
        return switch (output.sink()) {
            case DELIVERIES -> output.lane() == 0 ? DELIVERIES : LANES;
            case REJECTED -> REJECTED;
            case DEDUPLICATION -> DEDUPLICATION;
        };
    }
}
