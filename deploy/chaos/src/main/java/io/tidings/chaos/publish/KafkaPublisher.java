package io.tidings.chaos.publish;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidings.chaos.history.AcceptedEvent.Way;
import io.tidings.chaos.subscriber.ChaosEvents;
import io.tidings.chaos.subscriber.ChaosSchema;
import io.tidings.contract.HeaderNames;
import io.tidings.contract.Topics;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.testbed.load.Pace;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.header.internals.RecordHeader;

/** Produces at a pace, as any Kafka client may; what was acknowledged is owed. */
public final class KafkaPublisher implements AutoCloseable {
    private final Topics topics;
    private final PublishLedger ledger;
    private final Producer<byte[], byte[]> producer;
    private final Pace pace;

    private KafkaPublisher(KafkaClients clients, Topics topics, PublishLedger ledger, int perSecond) {
        this.topics = topics;
        this.ledger = ledger;
        this.producer = clients.producer(
                Map.of("max.block.ms", 2_000, "delivery.timeout.ms", 30_000, "request.timeout.ms", 5_000));
        this.pace = Pace.start("kafka-publisher", perSecond, this::publish);
    }

    public static KafkaPublisher start(KafkaClients clients, Topics topics, PublishLedger ledger, int perSecond) {
        return new KafkaPublisher(clients, topics, ledger, perSecond);
    }

    @SuppressWarnings("FutureReturnValueIgnored") // the callback is told
    private void publish() {
        long number = ledger.take(1);
        var sent = Instant.now();
        try {
            producer.send(record(number), (_, failed) -> {
                if (failed == null) {
                    ledger.accepted(number, sent, Way.KAFKA);
                } else {
                    ledger.refused(1);
                }
            });
        } catch (KafkaException e) { // no room, or no metadata: the campaign goes on
            ledger.refused(1);
        }
    }

    private ProducerRecord<byte[], byte[]> record(long number) {
        var schema = ChaosEvents.schema(ChaosEvents.type(number));
        var contentType =
                schema == ChaosSchema.CLOUD_EVENTS ? "application/cloudevents+json" : "application/json; charset=utf-8";
        return new ProducerRecord<>(
                topics.events(),
                null,
                null,
                null,
                ChaosEvents.json(number).getBytes(UTF_8),
                List.of(
                        new RecordHeader(
                                HeaderNames.TOPIC, ChaosEvents.topic(schema).getBytes(UTF_8)),
                        new RecordHeader(HeaderNames.CONTENT_TYPE, contentType.getBytes(UTF_8))));
    }

    /** Returns when everything was acknowledged or has failed. */
    @Override
    public void close() {
        pace.close();
        producer.close();
    }
}
