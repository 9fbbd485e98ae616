package io.tidings.runtime.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.junit.jupiter.api.Test;

/** B-DEST: a record that cannot be written costs its own outcome and nothing else. */
class RefusalSearchTest {
    private final Map<ProducerRecord<byte[], byte[]>, KafkaException> bad = new HashMap<>();
    private final List<Integer> rehearsals = new ArrayList<>();

    @Test
    void onlyTheLargeRecordsOfATopicAreRefused() {
        var records = records("orders", 100);
        bad.put(records.get(7), new RecordTooLargeException("too large"));
        bad.put(records.get(93), new RecordTooLargeException("too large"));
        assertThat(among(records)).isEqualTo(bad);
        assertThat(rehearsals).as("no record is tried alone without need").hasSizeLessThan(35);
    }

    @Test
    void allRecordsOfATopicThatMayNotBeWrittenToAreRefusedAtOnce() {
        var forbidden = records("bills", 50);
        var all = new ArrayList<>(records("orders", 50));
        all.addAll(forbidden);
        forbidden.forEach(each -> bad.put(each, new TopicAuthorizationException("bills")));
        assertThat(among(all).keySet()).isEqualTo(bad.keySet());
        assertThat(rehearsals).containsExactly(50, 50);
    }

    @Test
    void nobodyIsToBlameIfEveryTopicTakesItsRecords() {
        assertThat(among(records("orders", 3))).isEmpty();
    }

    private Map<ProducerRecord<byte[], byte[]>, KafkaException> among(List<ProducerRecord<byte[], byte[]>> records) {
        return new RefusalSearch(this::rehearse).among(records);
    }

    private Optional<KafkaException> rehearse(List<ProducerRecord<byte[], byte[]>> records) {
        rehearsals.add(records.size());
        return records.stream().map(bad::get).filter(Objects::nonNull).findFirst();
    }

    private static List<ProducerRecord<byte[], byte[]>> records(String topic, int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> new ProducerRecord<byte[], byte[]>(topic, new byte[] {(byte) i}))
                .toList();
    }
}
