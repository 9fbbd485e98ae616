package io.tidings.timeline;

import io.micrometer.core.instrument.Counter;
import io.tidings.contract.Topics;
import io.tidings.timeline.state.EntryKeeper;
import io.tidings.timeline.state.EntryKeys;
import io.tidings.timeline.state.EntryReader;
import io.tidings.timeline.state.TimelineStores;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.AutoOffsetReset;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Named;
import org.apache.kafka.streams.kstream.Repartitioned;

/** The timeline as a topology of Kafka Streams. */
final class TimelineTopology {
    private static final String BY_EVENT = "by-event";

    private TimelineTopology() {}

    /*
     *  attempts ─────┐
     *  dead-letters ─┤              topic and event id,
     *  exports ──────┤                or subscription
     *  rejected ─────┼─> LogProcessor ───── by-event ────> EntryKeeper ─┬─> entries   of each event; of each subscription
     *  stats ────────┘   without events     partitions                  │             and topic, the newest first
     *                                       of its own                  ├─> waiting   until their next attempt
     *                                                                   └─> minutes   of each subscription
     */
    static Topology of(Topics topics, EntryReader reader, TimelineStores stores, int partitions, Counter ignored) {
        var builder = new StreamsBuilder();
        stores.builders().forEach(builder::addStateStore);
        builder.stream(
                        EntryReader.logs(topics),
                        Consumed.with(Serdes.ByteArray(), Serdes.ByteArray())
                                // A record without a timestamp (-1) is legal in Kafka, but stops Streams.
                                .withTimestampExtractor((record, _) -> Math.max(0, record.timestamp()))
                                .withOffsetResetPolicy(AutoOffsetReset.earliest())
                                .withName("logs"))
                .process(() -> new LogProcessor(reader, ignored), Named.as("reduce"))
                .repartition(Repartitioned.with(Serdes.ByteArray(), Serdes.ByteArray())
                        .withName(BY_EVENT)
                        .withNumberOfPartitions(partitions)
                        .withStreamPartitioner(
                                (_, key, _, count) -> Optional.of(Set.of(EntryKeys.partition(key, count)))))
                .process(
                        EntryKeeper::new,
                        Named.as("keep"),
                        TimelineStores.ENTRIES,
                        TimelineStores.WAITING,
                        TimelineStores.MINUTES);
        return builder.build();
    }

    /** The name of the Kafka topic between the two halves. */
    static String repartitionTopic(String application) {
        return application + "-" + BY_EVENT + "-repartition";
    }
}
