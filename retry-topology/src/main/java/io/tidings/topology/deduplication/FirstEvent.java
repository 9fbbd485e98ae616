package io.tidings.topology.deduplication;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidings.contract.Sha256;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * The first event of its key, as a record of the topic {@code deduplication}:
 *
 * <pre>
 *  key                value
 *  tidings.events-3   16 bytes: the hash of the key; 8: the offset; 8: when it was appended, in milliseconds; the topic
 * </pre>
 *
 * @param topic of the event
 * @param appended in milliseconds
 */
public record FirstEvent(TopicPartition partition, String topic, KeyHash key, long offset, long appended) {
    /**
     * The start of the SHA-256 hash of a key: publishers choose keys, and must not find two with one hash.
     *
     * @param high the first eight bytes
     * @param low the next eight
     */
    public record KeyHash(long high, long low) {
        static KeyHash of(String key) {
            var hash = ByteBuffer.wrap(Sha256.of(key));
            return new KeyHash(hash.getLong(), hash.getLong());
        }
    }

    /** Returns the key of the records of a partition, which are all in one partition. */
    static byte[] recordKey(TopicPartition partition) {
        return partition.toString().getBytes(UTF_8);
    }

    byte[] recordValue() {
        var name = topic.getBytes(UTF_8);
        return ByteBuffer.allocate(4 * Long.BYTES + name.length)
                .putLong(key.high())
                .putLong(key.low())
                .putLong(offset)
                .putLong(appended)
                .put(name)
                .array();
    }

    /** Returns empty for a record that has no such value. */
    public static Optional<FirstEvent> read(TopicPartition partition, byte @Nullable [] value) {
        if (value == null || value.length <= 4 * Long.BYTES) {
            return Optional.empty();
        }
        var read = ByteBuffer.wrap(value);
        var key = new KeyHash(read.getLong(), read.getLong());
        long offset = read.getLong();
        long appended = read.getLong();
        return Optional.of(new FirstEvent(partition, UTF_8.decode(read).toString(), key, offset, appended));
    }
}
