package io.tidings.benchmark.traffic;

import io.tidings.contract.SubscriptionKey;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.utils.Utils;

/**
 * The subscriptions of a row.
 *
 * @param keys the first one's deliveries are in partition 0, and so on
 * @param hot all but one of so many deliveries are for the first subscription; 1 for equal shares
 */
public record BenchmarkSubscribers(List<SubscriptionKey> keys, int hot) {
    static final String TOPIC = "benchmark";

    public BenchmarkSubscribers {
        keys = List.copyOf(keys);
    }

    public static BenchmarkSubscribers even(int subscriptions, int partitions) {
        return even(TOPIC, subscriptions, partitions);
    }

    public static BenchmarkSubscribers even(String topic, int subscriptions, int partitions) {
        return new BenchmarkSubscribers(keys(topic, subscriptions, partitions, partitions), 1);
    }

    /** One subscription with all its deliveries in that partition. */
    public static BenchmarkSubscribers alone(String topic, int partition, int partitions) {
        return new BenchmarkSubscribers(
                List.of(even(topic, partition + 1, partitions).keys().getLast()), 1);
    }

    /** Subscriptions with deliveries in half of the partitions only. */
    public static BenchmarkSubscribers inHalf(int subscriptions, int partitions) {
        return new BenchmarkSubscribers(keys(TOPIC, subscriptions, partitions, Math.max(1, partitions / 2)), 1);
    }

    /** Subscriptions of which one gets nine of ten deliveries. */
    public static BenchmarkSubscribers oneHot(int subscriptions, int partitions) {
        return new BenchmarkSubscribers(keys(TOPIC, subscriptions, partitions, partitions), 10);
    }

    public int size() {
        return keys.size();
    }

    /** The subscription of the delivery with this number. */
    public SubscriptionKey of(long number) {
        if (hot == 1) {
            return keys.get((int) (number % keys.size()));
        }
        return number % hot == 0 ? keys.get(1 + (int) (number / hot % (keys.size() - 1))) : keys.getFirst();
    }

    /** Names that spread evenly over the first partitions. */
    private static List<SubscriptionKey> keys(String topic, int subscriptions, int partitions, int used) {
        var keys = new ArrayList<SubscriptionKey>();
        for (int candidate = 0; keys.size() < subscriptions; candidate++) {
            var key = new SubscriptionKey(topic, "subscription-" + candidate);
            if (partition(key, partitions) == keys.size() % used) {
                keys.add(key);
            }
        }
        return keys;
    }

    /** The partition in which Kafka's producers put a record with that key. */
    static int partition(SubscriptionKey key, int partitions) {
        return Utils.toPositive(Utils.murmur2(key.bytes())) % partitions;
    }
}
