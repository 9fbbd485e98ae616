package io.tidings.ingest.announce;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.micrometer.core.instrument.MeterRegistry;
import io.tidings.contract.Topics;
import io.tidings.contract.condition.ConditionJson;
import io.tidings.contract.condition.ConditionRecord;
import io.tidings.contract.record.EventHeaders;
import io.tidings.ingest.systemevent.SystemEvent;
import io.tidings.runtime.kafka.KafkaFutures;
import io.tidings.runtime.metric.Metric;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/**
 * Writes system events to the events topic, as any publisher could, and the state of what was announced to the
 * conditions topic. Each write returns when the record is durable.
 *
 * @param systemTopic the Event Grid topic that gets the events
 */
public record SystemEventWriter(
        Producer<byte[], byte[]> producer, Topics topics, String systemTopic, MeterRegistry registry) {
    private static final String CONTENT_TYPE = "application/cloudevents+json";

    void publish(SystemEvent event) {
        var record = new ProducerRecord<>(
                topics.events(),
                null,
                event.subject().getBytes(UTF_8),
                event.json(),
                EventHeaders.of(systemTopic, CONTENT_TYPE));
        KafkaFutures.await(producer.send(record), "publishing a system event");
        Metric.SYSTEM_EVENTS.counter(registry, "type", event.type().wireName()).increment();
    }

    /** Returns the offset of the record. */
    long write(ConditionRecord condition) {
        return write(condition.key(), ConditionJson.value(condition));
    }

    long remove(String key) {
        return write(key, null);
    }

    private long write(String key, byte @Nullable [] value) {
        var record = new ProducerRecord<>(topics.conditions(), 0, key.getBytes(UTF_8), value);
        return KafkaFutures.await(producer.send(record), "writing to " + topics.conditions())
                .offset();
    }
}
