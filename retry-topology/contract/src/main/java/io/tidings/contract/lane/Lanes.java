package io.tidings.contract.lane;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidings.contract.SubscriptionKey;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.common.utils.Utils;

/**
 * The partition numbers of a subscription (B-LANE-1). Lane 0 is where Kafka puts the subscription's key; the others have
 * the numbers after it.
 */
public final class Lanes {
    /** The most lanes of a subscription. */
    public static final int MOST = 64;

    private Lanes() {}

    /** Returns the number of lane 0, which Kafka's default partitioner gives for the key. */
    public static int home(SubscriptionKey key, int partitions) {
        return number(key.bytes(), 0, partitions);
    }

    /**
     * Returns the lane of an event.
     *
     * @param key of the event, such as its id
     */
    public static int of(String key, int lanes) {
        return lanes == 1 ? 0 : hash(key.getBytes(UTF_8)) % lanes;
    }

    /**
     * Returns the partition number of a lane. Lanes share a number if there are fewer partitions than lanes.
     *
     * @param key of the subscription
     */
    public static int number(byte[] key, int lane, int partitions) {
        return (hash(key) % partitions + lane) % partitions;
    }

    /** Returns what each lane may use of a bound of the subscription: at least 1, also with more lanes than that. */
    public static int share(int bound, int lanes) {
        return Math.max(1, bound / lanes);
    }

    /** Returns the numbers in which deliveries of a subscription may wait. */
    public static Set<Integer> numbers(SubscriptionKey key, int lanes, PartitionCounts partitions) {
        var bytes = key.bytes();
        var numbers = new TreeSet<Integer>();
        add(numbers, bytes, lanes, partitions.current());
        partitions.former().forEach(count -> add(numbers, bytes, lanes, count));
        return numbers;
    }

    private static void add(Set<Integer> numbers, byte[] key, int lanes, int partitions) {
        for (int lane = 0; lane < Math.min(lanes, partitions); lane++) {
            numbers.add(number(key, lane, partitions));
        }
    }

    /** As Kafka's default partitioner does. */
    private static int hash(byte[] key) {
        return Utils.toPositive(Utils.murmur2(key));
    }
}
