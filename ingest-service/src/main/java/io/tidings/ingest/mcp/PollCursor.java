package io.tidings.ingest.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidings.contract.secret.HmacSha256;
import io.tidings.ingest.timeline.LogCursor;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.TopicPartition;

/**
 * The text for a place in the events of a topic: the offset of each partition, and a signature that binds it to one
 * principal, event and filter. So an agent can neither make one nor use that of another. Pure.
 */
final class PollCursor {
    /** The most that clients keep. */
    static final int MOST_CHARACTERS = 4_096;

    private static final String BETWEEN = "~";
    private static final int SIGNATURE_BYTES = 18;

    private final byte[] key;

    PollCursor(byte[] key) {
        this.key = key.clone();
    }

    /**
     * Returns empty if there are too many partitions for a cursor.
     *
     * @param owner what the cursor is bound to
     */
    Optional<String> text(String owner, List<String> kafkaTopics, Map<TopicPartition, Long> offsets) {
        var vector = LogCursor.text(kafkaTopics, offsets);
        return Optional.of(vector + BETWEEN + signature(owner, vector))
                .filter(text -> text.length() <= MOST_CHARACTERS);
    }

    /** Returns empty for a text that this server has not made for the owner. */
    Optional<Map<TopicPartition, Long>> parse(String owner, List<String> kafkaTopics, String text) {
        int end = text.indexOf(BETWEEN);
        if (end < 0 || text.length() > MOST_CHARACTERS) {
            return Optional.empty();
        }
        var vector = text.substring(0, end);
        return MessageDigest.isEqual(
                        signature(owner, vector).getBytes(UTF_8),
                        text.substring(end + 1).getBytes(UTF_8))
                ? LogCursor.parse(kafkaTopics, vector)
                : Optional.empty();
    }

    private String signature(String owner, String vector) {
        var digest = HmacSha256.of(key).doFinal((owner + "\n" + vector).getBytes(UTF_8));
        return Base64.getUrlEncoder().withoutPadding().encodeToString(Arrays.copyOf(digest, SIGNATURE_BYTES));
    }
}
