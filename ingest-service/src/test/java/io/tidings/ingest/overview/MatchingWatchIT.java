package io.tidings.ingest.overview;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.contract.Topics;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.runtime.kafka.KafkaFutures;
import io.tidings.testbed.broker.SharedBroker;
import io.tidings.testbed.broker.TestTopics;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** The state of matching that brokers report. */
class MatchingWatchIT {
    private static final KafkaClients CLIENTS =
            KafkaClients.of(SharedBroker.get().bootstrapServers());

    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.now());

    /** The clock of the watch goes faster than that of the brokers. */
    private void awaitStanding(MatchingWatch watch, boolean expected) {
        await().until(() -> {
            now.updateAndGet(time -> time.plusSeconds(11));
            var progress = watch.latest().progress();
            return progress != null && progress.stalled() == expected;
        });
    }

    @Test
    void eventsThatNobodyMatchesAreNoticedUntilTheyAreMatched() {
        var topics = new Topics("watched.");
        try (var admin = CLIENTS.admin();
                var producer = CLIENTS.producer(Map.of())) {
            var watch = new MatchingWatch(admin, topics, now::get);
            TestTopics.create(admin, new NewTopic(topics.events(), 2, (short) 1));
            awaitStanding(watch, false);

            KafkaFutures.await(producer.send(new ProducerRecord<>(topics.events(), 1, null, new byte[1])), "writing");
            awaitStanding(watch, true);

            KafkaFutures.await(
                    admin.alterConsumerGroupOffsets(
                                    topics.matchingGroup(),
                                    Map.of(new TopicPartition(topics.events(), 1), new OffsetAndMetadata(1)))
                            .all(),
                    "matching");
            awaitStanding(watch, false);
        }
    }

    @Test
    void brokersThatDoNotSayAreTold() {
        var clients = new KafkaClients(
                "127.0.0.1:1",
                Map.of(),
                Map.of(),
                Map.of(),
                Map.of("default.api.timeout.ms", "500", "request.timeout.ms", "400"));
        try (var admin = clients.admin()) {
            var watch = new MatchingWatch(admin, new Topics("nowhere."), now::get);
            assertThat(watch.latest().failing()).isFalse();
            await().until(() -> watch.latest().failing());
            assertThat(watch.latest().progress()).isNull();
        }
    }
}
