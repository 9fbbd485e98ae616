package io.tidings.local.demo;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidings.contract.HeaderNames;
import io.tidings.contract.RetryTier;
import io.tidings.contract.Topics;
import io.tidings.runtime.kafka.KafkaClients;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/** Reads the tiers and the dead letters beside the programs, as any Kafka tool can. */
final class LadderMonitor implements AutoCloseable {
    private static final Duration GLANCE = Duration.ofMillis(50);

    private final Topics topics;
    private final DemoTimeline timeline;
    private final Consumer<byte[], byte[]> consumer;
    private int parked;

    LadderMonitor(KafkaClients clients, Topics topics, DemoTimeline timeline) {
        this.topics = topics;
        this.timeline = timeline;
        this.consumer = clients.consumer(Map.of(
                "enable.auto.commit", false, "auto.offset.reset", "earliest", "isolation.level", "read_committed"));
        var partitions = names().stream()
                .flatMap(name -> consumer.partitionsFor(name).stream())
                .map(each -> new TopicPartition(each.topic(), each.partition()))
                .toList();
        consumer.assign(partitions);
        consumer.seekToBeginning(partitions);
    }

    private List<String> names() {
        var names = new ArrayList<String>();
        for (var tier : RetryTier.values()) {
            names.add(topics.retry(tier));
        }
        names.add(topics.deadLetters());
        return names;
    }

    /** Tells what is new. */
    void look() {
        for (var each : consumer.poll(GLANCE)) {
            if (each.topic().equals(topics.deadLetters())) {
                timeline.say(
                        header(each, HeaderNames.EVENT_ID),
                        "is in %s: %s".formatted(each.topic(), header(each, HeaderNames.DEAD_LETTER_REASON)));
            } else {
                parked++;
                timeline.say(
                        header(each, HeaderNames.EVENT_ID),
                        "waits in %s: last outcome %s (%s), attempts %s, due %s"
                                .formatted(
                                        each.topic(),
                                        header(each, HeaderNames.LAST_OUTCOME),
                                        header(each, HeaderNames.LAST_STATUS),
                                        header(each, HeaderNames.ATTEMPTS),
                                        header(each, HeaderNames.DUE)));
            }
        }
    }

    /** The number of times an event was seen waiting. */
    int parked() {
        return parked;
    }

    private static String header(ConsumerRecord<byte[], byte[]> event, String name) {
        var header = event.headers().lastHeader(name);
        return header == null ? "-" : new String(header.value(), UTF_8);
    }

    @Override
    public void close() {
        consumer.close();
    }
}
