package io.tidings.ingest.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidings.contract.record.LogExtent;
import io.tidings.contract.secret.HmacSha256;
import io.tidings.ingest.timeline.LogCursor;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicPartition;

/**
 * The text for a place in the events of a topic: the offset of each partition, the ids of the Kafka topics, and a signature
 * that binds it to one principal, event and filter. So an agent can neither make one nor use that of another. Pure.
 */
final class PollCursor {
    /** The most that clients keep. */
    static final int MOST_CHARACTERS = 4_096;

    private static final String BETWEEN = "~";
    private static final String BETWEEN_IDS = ".";
    private static final int SIGNATURE_BYTES = 18;

    private final byte[] key;

    /** @param ids of the Kafka topics by name; one that was created again has another */
    record Place(Map<TopicPartition, Long> offsets, Map<String, String> ids) {
        Place {
            offsets = Map.copyOf(offsets);
            ids = Map.copyOf(ids);
        }

        static Place of(Map<TopicPartition, Long> offsets, Map<TopicPartition, LogExtent> extents) {
            var ids = new HashMap<String, String>();
            extents.forEach((partition, extent) -> ids.put(partition.topic(), extent.topicId()));
            return new Place(offsets, ids);
        }

        /**
         * Returns this place with what it does not know from the former one, because the brokers did not tell. Offsets of a
         * topic that was created again mean nothing any more.
         */
        Place over(Place former) {
            var allIds = new HashMap<>(former.ids);
            allIds.putAll(ids);
            var allOffsets = new HashMap<>(former.offsets);
            allOffsets
                    .keySet()
                    .removeIf(each -> !Objects.equals(former.ids.get(each.topic()), allIds.get(each.topic())));
            allOffsets.putAll(offsets);
            return new Place(allOffsets, allIds);
        }

        /** Returns the offset in a log, or one before all others if that log is another by now. */
        long offset(TopicPartition partition, String topicId) {
            return topicId.equals(ids.getOrDefault(partition.topic(), topicId))
                    ? offsets.getOrDefault(partition, 0L)
                    : -1;
        }
    }

    PollCursor(byte[] key) {
        this.key = key.clone();
    }

    /**
     * Returns empty if there are too many partitions for a cursor.
     *
     * @param owner what the cursor is bound to
     */
    Optional<String> text(String owner, List<String> kafkaTopics, Place place) {
        var ids = kafkaTopics.stream()
                .map(topic -> place.ids().getOrDefault(topic, ""))
                .collect(Collectors.joining(BETWEEN_IDS));
        var signed = LogCursor.text(kafkaTopics, place.offsets()) + BETWEEN + ids;
        return Optional.of(signed + BETWEEN + signature(owner, signed))
                .filter(text -> text.length() <= MOST_CHARACTERS);
    }

    /** Returns empty for a text that this server has not made for the owner. */
    Optional<Place> parse(String owner, List<String> kafkaTopics, String text) {
        int end = text.lastIndexOf(BETWEEN);
        if (end < 0 || text.length() > MOST_CHARACTERS) {
            return Optional.empty();
        }
        var signed = text.substring(0, end);
        boolean ours = MessageDigest.isEqual(
                signature(owner, signed).getBytes(UTF_8),
                text.substring(end + 1).getBytes(UTF_8));
        var parts = signed.split(BETWEEN, -1);
        return ours && parts.length == 2
                ? LogCursor.parse(kafkaTopics, parts[0]).map(offsets -> new Place(offsets, ids(kafkaTopics, parts[1])))
                : Optional.empty();
    }

    private static Map<String, String> ids(List<String> kafkaTopics, String text) {
        var words = text.split(Pattern.quote(BETWEEN_IDS), -1);
        var ids = new HashMap<String, String>();
        for (int i = 0; i < Math.min(words.length, kafkaTopics.size()); i++) {
            if (!words[i].isEmpty()) {
                ids.put(kafkaTopics.get(i), words[i]);
            }
        }
        return ids;
    }

    private String signature(String owner, String signed) {
        var digest = HmacSha256.of(key).doFinal((owner + "\n" + signed).getBytes(UTF_8));
        return Base64.getUrlEncoder().withoutPadding().encodeToString(Arrays.copyOf(digest, SIGNATURE_BYTES));
    }
}
