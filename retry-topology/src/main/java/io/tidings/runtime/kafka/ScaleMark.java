package io.tidings.runtime.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidings.contract.HeaderNames;
import io.tidings.contract.TimeScale;
import io.tidings.contract.Topics;
import io.tidings.runtime.InvalidSettings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Remembers in the topics table with which {@code time.scale} its data was written: a ladder of another scale would
 * wait wrongly for what is in it.
 */
final class ScaleMark {
    /** {@code #} is not legal in the name of a topic, so no topic can have this key. */
    static final String KEY = "#time.scale";

    private static final Logger log = LoggerFactory.getLogger(ScaleMark.class);
    private static final Duration POLL = Duration.ofMillis(500);

    private final KafkaClients clients;
    private final TopicPartition table;

    ScaleMark(KafkaClients clients, Topics topics) {
        this.clients = clients;
        this.table = new TopicPartition(topics.topics(), 0);
    }

    /** @throws InvalidSettings when the data was written with another scale */
    void check(TimeScale scale, boolean fresh) {
        if (!scale.real()) {
            log.warn("time.scale is {}: waits are shortened, for demonstrations and tests only", scale.factor());
        }
        var mark = read();
        var now = Double.toString(scale.factor());
        if (mark == null && (fresh || scale.real())) {
            if (!scale.real()) {
                write(now);
            }
        } else if (!now.equals(mark == null ? "1.0" : mark)) {
            throw new InvalidSettings(List.of("time.scale: the data was written with "
                    + (mark == null ? "1.0" : mark) + ", not " + now
                    + "; use that, or another topic.prefix or data folder"));
        }
    }

    private @Nullable String read() {
        String mark = null;
        try (var consumer = clients.consumer(Map.of("auto.offset.reset", "earliest", "enable.auto.commit", false))) {
            consumer.assign(List.of(table));
            consumer.seekToBeginning(List.of(table));
            var end = consumer.endOffsets(List.of(table)).get(table);
            while (end != null && consumer.position(table) < end) {
                for (var record : consumer.poll(POLL)) {
                    if (record.key() != null && KEY.equals(new String(record.key(), UTF_8))) {
                        mark = record.value() == null ? null : new String(record.value(), UTF_8);
                    }
                }
            }
        }
        return mark;
    }

    private void write(String factor) {
        try (var producer = clients.producer(Map.of())) {
            var mark = new ProducerRecord<>(table.topic(), KEY.getBytes(UTF_8), factor.getBytes(UTF_8));
            mark.headers().add(HeaderNames.FORMAT, HeaderNames.FORMAT_1.getBytes(UTF_8));
            KafkaAnswer.await(producer.send(mark), "marking time.scale");
        }
    }
}
