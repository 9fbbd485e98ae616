package io.tidings.ingest.timeline;

import static java.util.stream.Collectors.joining;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import org.apache.kafka.common.TopicPartition;

/**
 * The text for an offset in each partition of some Kafka topics, which are named by their places, so that a client
 * cannot choose others. Pure.
 */
public final class LogCursor {
    private static final int RADIX = 36;
    private static final String FORM = "[0-9a-z._]{1,16000}";

    private LogCursor() {}

    public static String text(List<String> kafkaTopics, Map<TopicPartition, Long> offsets) {
        return kafkaTopics.stream().map(name -> text(name, offsets)).collect(joining("_"));
    }

    private static String text(String kafkaTopic, Map<TopicPartition, Long> offsets) {
        int last = offsets.keySet().stream()
                .filter(each -> each.topic().equals(kafkaTopic))
                .mapToInt(TopicPartition::partition)
                .max()
                .orElse(-1);
        return LongStream.rangeClosed(0, last)
                .map(partition -> offsets.getOrDefault(new TopicPartition(kafkaTopic, (int) partition), 0L))
                .mapToObj(offset -> Long.toString(offset, RADIX))
                .collect(joining("."));
    }

    /** Returns empty for a text that is no such cursor. */
    public static Optional<Map<TopicPartition, Long>> parse(List<String> kafkaTopics, String text) {
        var topics = text.split("_", -1);
        if (!text.matches(FORM) || topics.length > kafkaTopics.size()) {
            return Optional.empty();
        }
        var offsets = new HashMap<TopicPartition, Long>();
        try {
            for (int i = 0; i < topics.length; i++) {
                var partitions = topics[i].split("\\.", -1);
                for (int j = 0; j < partitions.length && !topics[i].isEmpty(); j++) {
                    offsets.put(new TopicPartition(kafkaTopics.get(i), j), Long.parseLong(partitions[j], RADIX));
                }
            }
            return Optional.of(offsets);
        } catch (NumberFormatException _) {
            return Optional.empty();
        }
    }
}
