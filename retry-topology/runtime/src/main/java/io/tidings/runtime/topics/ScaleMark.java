package io.tidings.runtime.topics;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidings.contract.HeaderNames;
import io.tidings.contract.HeaderText;
import io.tidings.contract.TimeScale;
import io.tidings.contract.Topics;
import io.tidings.runtime.InvalidSettings;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.runtime.kafka.KafkaFutures;
import io.tidings.runtime.kafka.NumberLogReader;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stores in the topics table with which {@code time.scale} the data was written: a ladder of another scale would hold
 * its records for the wrong time.
 */
final class ScaleMark {
    /** {@code #} is not allowed in the name of a topic, so no topic can have this key. */
    static final String KEY = "#time.scale";

    private static final Logger log = LoggerFactory.getLogger(ScaleMark.class);

    private final KafkaClients clients;
    private final Admin admin;
    private final TopicPartition table;

    ScaleMark(KafkaClients clients, Admin admin, Topics topics) {
        this.clients = clients;
        this.admin = admin;
        this.table = new TopicPartition(topics.topics(), 0);
    }

    /**
     * Marks new data. Must be called before the ladder exists, so that every program that finds one finds its mark.
     * If several programs start, the first decides, and {@link #check} refuses the others.
     */
    void leave(TimeScale scale) {
        if (!scale.real() && read() == null) {
            write(text(scale));
        }
        var first = read();
        if (first != null && !first.equals(text(scale))) {
            write(first); // compaction keeps the last one
        }
    }

    /** @throws InvalidSettings if the data was written with another scale */
    void check(TimeScale scale) {
        if (!scale.real()) {
            log.warn("time.scale is {}: waits are shortened, for demonstrations and tests only", scale.factor());
        }
        var mark = read();
        var written = mark == null ? text(TimeScale.REAL) : mark;
        if (!written.equals(text(scale))) {
            throw new InvalidSettings(List.of("time.scale: the data was written with " + written + ", not "
                    + text(scale) + "; use that, or another topic.prefix or data folder"));
        }
    }

    private static String text(TimeScale scale) {
        return Double.toString(scale.factor());
    }

    /** Returns the first mark after the last tombstone. */
    private @Nullable String read() {
        var mark = new AtomicReference<@Nullable String>();
        new NumberLogReader(clients, admin).read(table.topic(), List.of(table.partition()), record -> {
            if (record.key() != null && KEY.equals(new String(record.key(), UTF_8))) {
                var value = record.value() == null ? null : new String(record.value(), UTF_8);
                mark.updateAndGet(first -> first == null || value == null ? value : first);
            }
        });
        return mark.get();
    }

    private void write(String factor) {
        try (var producer = clients.producer(Map.of())) {
            var mark = new ProducerRecord<>(table.topic(), KEY.getBytes(UTF_8), factor.getBytes(UTF_8));
            mark.headers().add(HeaderText.header(HeaderNames.FORMAT, HeaderNames.FORMAT_1));
            KafkaFutures.await(producer.send(mark), "marking time.scale");
        }
    }
}
