package io.tidings.timeline.state;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;

/**
 * The stores of each partition. Entries and minutes are never removed one by one, so their changelogs need no compaction, and
 * both lose their oldest records by time and by size.
 *
 * @param retention of entries
 * @param bytes that the entries and the minutes of one partition may take
 */
public record TimelineStores(Duration retention, long bytes) {
    /** Below it the files were so small that there would be too many. */
    public static final long LEAST_BYTES = 1024L * 1024;

    /** Kafka deletes whole segments, so a changelog is larger than its bound by one of these at most. */
    private static final long LARGEST_SEGMENT = 128L * 1024 * 1024;

    public static final String ENTRIES = "entries";
    public static final String WAITING = "waiting";
    public static final String MINUTES = "minutes";

    /** Longer than the topic stats keeps its lines, so that a week can be shown if there is room for it. */
    public static final Duration RETENTION_OF_MINUTES = Duration.ofDays(7);

    /** The share of the bytes that minutes may take: one of so many parts. */
    private static final int PARTS = 8;

    public Set<StoreBuilder<KeyValueStore<Bytes, byte[]>>> builders() {
        return Set.of(
                builder(ENTRIES).withLoggingEnabled(changelog(retention, bytesOfEntries())),
                builder(MINUTES).withLoggingEnabled(changelog(RETENTION_OF_MINUTES, bytesOfMinutes())),
                builder(WAITING).withLoggingEnabled(Map.of()));
    }

    private long bytesOfEntries() {
        return bytes - bytesOfMinutes();
    }

    private long bytesOfMinutes() {
        return bytes / PARTS;
    }

    private static Map<String, String> changelog(Duration retention, long bytes) {
        return Map.of(
                "cleanup.policy", "delete",
                "retention.ms", Long.toString(retention.toMillis()),
                "retention.bytes", Long.toString(bytes),
                "segment.bytes", Long.toString(Math.clamp(bytes / 4, LEAST_BYTES, LARGEST_SEGMENT)));
    }

    private static StoreBuilder<KeyValueStore<Bytes, byte[]>> builder(String name) {
        return Stores.keyValueStoreBuilder(Stores.persistentKeyValueStore(name), Serdes.Bytes(), Serdes.ByteArray())
                .withCachingDisabled();
    }

    /** Settings of Kafka Streams that keep the files in bounds. */
    public Map<String, Object> settings() {
        return Map.of(
                "rocksdb.config.setter",
                BoundedFiles.class,
                BoundedFiles.BYTES + ENTRIES,
                Long.toString(bytesOfEntries()),
                BoundedFiles.RETENTION_SECONDS + ENTRIES,
                Long.toString(retention.toSeconds()),
                BoundedFiles.BYTES + MINUTES,
                Long.toString(bytesOfMinutes()),
                BoundedFiles.RETENTION_SECONDS + MINUTES,
                Long.toString(RETENTION_OF_MINUTES.toSeconds()));
    }
}
