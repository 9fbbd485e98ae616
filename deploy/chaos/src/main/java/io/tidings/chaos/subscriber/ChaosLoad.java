package io.tidings.chaos.subscriber;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidings.chaos.check.AcceptedEvent.Way;
import io.tidings.contract.HeaderNames;
import io.tidings.contract.HeaderText;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.testbed.load.EventPoster;
import io.tidings.testbed.load.Pace;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;

/** Publishes events at a pace, half over HTTP and half to Kafka; the ledger notes the accepted ones. */
public final class ChaosLoad implements AutoCloseable {
    /** Half of the events of each request round go to each topic. */
    private static final int ROUND = ChaosEvents.TYPES;

    /** About every tenth round is published twice, to the topic that deduplicates. */
    private static final int REPEATED = 10;

    private static final int OPEN_REQUESTS = 64;
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final PublishLedger ledger;
    private final String eventsTopic;
    private final EventPoster poster;
    private final Producer<byte[], byte[]> producer;
    private final List<Pace> paces;

    private ChaosLoad(PublishLedger ledger, int port, KafkaClients clients, String eventsTopic, int perSecond) {
        this.ledger = ledger;
        this.eventsTopic = eventsTopic;
        poster = new EventPoster(port, OPEN_REQUESTS, TIMEOUT);
        producer = clients.producer(
                Map.of("max.block.ms", 2_000, "delivery.timeout.ms", 30_000, "request.timeout.ms", 5_000));
        int overHttp = perSecond / 2;
        paces = List.of(
                Pace.start("http-publisher", (double) overHttp / ROUND, this::post),
                Pace.start("kafka-publisher", perSecond - overHttp, this::produce));
    }

    /**
     * Begins to publish.
     *
     * @param port of ingest
     * @param eventsTopic of Kafka
     */
    public static ChaosLoad start(
            PublishLedger ledger, int port, KafkaClients clients, String eventsTopic, int perSecond) {
        return new ChaosLoad(ledger, port, clients, eventsTopic, perSecond);
    }

    private void post() {
        long first = ledger.take(ROUND);
        for (var schema : ChaosSchema.values()) {
            var numbers = LongStream.range(first, first + ROUND)
                    .filter(number -> ChaosEvents.schema(ChaosEvents.type(number)) == schema)
                    .boxed()
                    .toList();
            var body = numbers.stream().map(ChaosEvents::json).collect(Collectors.joining(",", "[", "]"));
            var contentType =
                    schema == ChaosSchema.CLOUD_EVENTS ? "application/cloudevents-batch+json" : "application/json";
            var bytes = body.getBytes(UTF_8);
            poster.post(ChaosEvents.topic(schema), contentType, bytes, result -> {
                if (result.accepted()) {
                    numbers.forEach(number -> ledger.accepted(number, result.sent(), Way.HTTP));
                } else {
                    ledger.refused(numbers.size());
                }
            });
            if (ledger.repeats() && schema == ChaosSchema.EVENT_GRID && first % REPEATED == 0) {
                poster.post(ChaosEvents.topic(schema), contentType, bytes, _ -> {});
            }
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // the callback is told
    private void produce() {
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
        var headers = List.of(
                HeaderText.header(HeaderNames.TOPIC, ChaosEvents.topic(schema)),
                HeaderText.header(HeaderNames.CONTENT_TYPE, contentType));
        return new ProducerRecord<>(
                eventsTopic, null, null, null, ChaosEvents.json(number).getBytes(UTF_8), headers);
    }

    /** Returns when everything was accepted or has failed. */
    @Override
    public void close() {
        paces.forEach(Pace::close);
        poster.close();
        producer.close();
    }
}
