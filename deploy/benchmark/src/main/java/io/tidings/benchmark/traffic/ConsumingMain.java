package io.tidings.benchmark.traffic;

import io.tidings.benchmark.stage.BenchmarkCluster;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.testbed.process.ChildProtocol;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/**
 * Consumes deliveries with the settings of the worker, and does nothing with them.
 *
 * <p>The program announces the end of its warm-up and its own end.
 */
public final class ConsumingMain {
    private ConsumingMain() {}

    /** @param args bootstrap servers, records to warm up, all records */
    public static void main(String[] args) {
        long warmUp = Long.parseLong(args[1]);
        long all = Long.parseLong(args[2]);
        Map<String, Object> asTheWorker = Map.of(
                "isolation.level",
                "read_committed",
                "enable.auto.commit",
                false,
                "auto.offset.reset",
                "earliest",
                "fetch.max.wait.ms",
                25,
                "max.partition.fetch.bytes",
                128 * 1024,
                "fetch.max.bytes",
                4 * 1024 * 1024,
                "max.poll.records",
                500);
        try (var consumer = KafkaClients.of(args[0]).consumer(asTheWorker)) {
            var deliveries = BenchmarkCluster.TOPICS.deliveries();
            consumer.assign(consumer.partitionsFor(deliveries).stream()
                    .map(each -> new TopicPartition(deliveries, each.partition()))
                    .toList());
            long read = 0;
            while (read < all) {
                int polled = consumer.poll(Duration.ofMillis(20)).count();
                if (read < warmUp && read + polled >= warmUp) {
                    ChildProtocol.announce("warm");
                }
                read += polled;
            }
            ChildProtocol.announce("done");
            ChildProtocol.awaitParentsEnd();
        }
        System.exit(0);
    }
}
