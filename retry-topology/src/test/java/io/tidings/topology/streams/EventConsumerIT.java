package io.tidings.topology.streams;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.runtime.kafka.PartitionLogs;
import io.tidings.runtime.liveness.LoopWatch;
import io.tidings.runtime.metric.SubscriptionDetail;
import io.tidings.testbed.broker.SharedBroker;
import io.tidings.testbed.broker.TestTopics;
import io.tidings.testbed.load.Pace;
import io.tidings.topology.begun.BegunOffsets;
import io.tidings.topology.match.MatchMetrics;
import io.tidings.topology.match.PassedMarkers;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How the consumer of the events topics reads a flow of events from a broker. */
@Timeout(120)
class EventConsumerIT {
    private static final int EVENTS = 300;
    private static final int PER_SECOND = 500;

    private final KafkaClients clients = KafkaClients.of(SharedBroker.get().bootstrapServers());
    private final Admin admin = clients.admin();
    private final Producer<byte[], byte[]> producer = clients.producer(Map.of("linger.ms", 0));

    @AfterEach
    void close() {
        producer.close();
        admin.close();
    }

    @Test
    void inAnEvenFlowSeveralEventsShareAFetch() {
        var pace = Duration.ofMillis(100);
        var published = new AtomicInteger();
        var read = new ArrayList<Integer>();
        try (var consumer = consumer("paced-flow", pace);
                var _ = Pace.startExact("publisher", PER_SECOND, () -> publish("paced-flow", published))) {
            long begun = System.nanoTime();
            double before = fetches(consumer);
            while (read.size() < EVENTS) {
                consumer.poll(Duration.ofMillis(500))
                        .forEach(each -> read.add(ByteBuffer.wrap(each.value()).getInt()));
            }
            var passed = Duration.ofNanos(System.nanoTime() - begun);
            // Two for each pace, and those that brought nothing within the 500 ms that brokers wait.
            long most = 2 * (passed.dividedBy(pace) + 1) + passed.toMillis() / 500 + 1;
            assertThat(fetches(consumer) - before).isLessThanOrEqualTo((double) most);
        }
        assertThat(read)
                .containsExactlyElementsOf(
                        IntStream.range(0, read.size()).boxed().toList());
    }

    @Test
    void anEventAfterAPauseWaitsForNoOther() {
        try (var consumer = consumer("paced-pause", Duration.ofHours(1))) {
            publish("paced-pause", new AtomicInteger());
            assertThat(consumer.poll(Duration.ofHours(1))).hasSize(1);
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // what is lost is not read
    private void publish(String topic, AtomicInteger published) {
        var number = ByteBuffer.allocate(Integer.BYTES).putInt(0, published.getAndIncrement());
        producer.send(new ProducerRecord<>(topic, number.array()));
    }

    private Consumer<byte[], byte[]> consumer(String topic, Duration pace) {
        TestTopics.create(admin, new NewTopic(topic, 1, (short) 1));
        var consumer = new StreamsClients(
                        new PartitionLogs(admin),
                        new LoopWatch(),
                        new MatchMetrics(new SimpleMeterRegistry(), SubscriptionDetail.COUNTS),
                        new BegunOffsets("this"),
                        new PassedMarkers(),
                        new AppendTimes(),
                        pace)
                .getConsumer(Map.of("bootstrap.servers", clients.bootstrapServers(), "auto.offset.reset", "earliest"));
        consumer.assign(List.of(new TopicPartition(topic, 0)));
        return consumer;
    }

    private static double fetches(Consumer<?, ?> consumer) {
        return consumer.metrics().entrySet().stream()
                .filter(each -> each.getKey().name().equals("fetch-total"))
                .mapToDouble(each -> (double) each.getValue().metricValue())
                .findFirst()
                .orElseThrow();
    }
}
