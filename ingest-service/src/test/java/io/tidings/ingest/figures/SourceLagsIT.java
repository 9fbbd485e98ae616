package io.tidings.ingest.figures;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.table.TableChange;
import io.tidings.runtime.kafka.ConsumerGroup;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.runtime.kafka.KafkaFutures;
import io.tidings.testbed.broker.SharedBroker;
import io.tidings.testbed.broker.TestTopics;
import java.util.Map;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;

class SourceLagsIT {
    private static final KafkaClients CLIENTS =
            KafkaClients.of(SharedBroker.get().bootstrapServers());

    private final FigureExamples known = new FigureExamples();

    private void topic(String name, String kafkaTopic) {
        var sourced = """
            {"properties":{"tidings":{"source":{"kafkaTopic":"lags.%s","format":"json","start":"earliest",
            "mapping":{"id":{"sourceField":"kafka.key"},"eventType":{"sourceField":"kind","defaultValue":"t"}}}}}}
            """.formatted(kafkaTopic);
        var change = known.table.readTopic(name, new RecordHeaders(), sourced.getBytes(UTF_8), 0);
        assertThat(change).isInstanceOf(TableChange.TopicPut.class);
    }

    @Test
    void whatIsNotReadOfASourceIsItsLagAndNothingIsKnownOfOneThatNobodyReads() {
        topic("orders", "read");
        topic("invoices", "missing");
        try (var admin = CLIENTS.admin();
                var producer = CLIENTS.producer(Map.of())) {
            TestTopics.create(admin, new NewTopic("lags.read", 2, (short) 1));
            for (int i = 0; i < 5; i++) {
                KafkaFutures.await(
                        producer.send(new ProducerRecord<>("lags.read", i % 2, null, new byte[1])), "writing");
            }
            KafkaFutures.await(
                    admin.alterConsumerGroupOffsets(
                                    "lags.sources",
                                    Map.of(
                                            new TopicPartition("lags.read", 0),
                                            new OffsetAndMetadata(1),
                                            new TopicPartition("lags.read", 1),
                                            new OffsetAndMetadata(2)))
                            .all(),
                    "reading");

            var lags = new SourceLags(known.table, new ConsumerGroup(admin, "lags.sources"));

            assertThat(lags.get()).containsExactly(Map.entry("orders", 2L));
        }
    }
}
