package io.tidings.contract.order;

import static io.tidings.contract.HeaderText.header;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.tidings.contract.HeaderNames;
import io.tidings.contract.SubscriptionKey;
import java.io.IOException;
import java.util.Optional;
import org.apache.kafka.common.header.Header;

/** The records of the {@code order} topic: each names an order key, and which of its deliveries wait. */
public final class OrderRecord {
    private static final ObjectMapper JSON = new ObjectMapper();

    private static final String TOPIC_ID = "topicId";
    private static final String ENDED = "ended";
    private static final String TAIL = "tail";

    private OrderRecord() {}

    /**
     * The deliveries of a key that wait.
     *
     * @param topicId of {@code deliveries}, whose offsets the sequences are
     * @param ended the highest sequence that has ended
     * @param tail the sequence of the last delivery parked
     */
    public record Waiting(String topicId, long ended, long tail) {}

    public static byte[] key(OrderedKey key) {
        var json = JsonNodeFactory.instance
                .arrayNode()
                .add(key.subscription().topic())
                .add(key.subscription().name())
                .add(key.uid())
                .add(key.key());
        return json.toString().getBytes(UTF_8);
    }

    public static byte[] value(Waiting waiting) {
        var json = JsonNodeFactory.instance
                .objectNode()
                .put(TOPIC_ID, waiting.topicId())
                .put(ENDED, waiting.ended())
                .put(TAIL, waiting.tail());
        return json.toString().getBytes(UTF_8);
    }

    public static Header[] headers() {
        return new Header[] {header(HeaderNames.FORMAT, HeaderNames.FORMAT_1)};
    }

    /** Returns empty if the bytes are no key of this topic. */
    public static Optional<OrderedKey> readKey(byte[] key) {
        try {
            var json = JSON.readTree(key);
            return json.isArray() && json.size() == 4
                    ? Optional.of(new OrderedKey(
                            new SubscriptionKey(
                                    json.get(0).asText(), json.get(1).asText()),
                            json.get(2).asText(),
                            json.get(3).asText()))
                    : Optional.empty();
        } catch (IOException | IllegalArgumentException e) {
            return Optional.empty(); // the caller tells it
        }
    }

    /** Returns empty if the bytes are no value of this topic. */
    public static Optional<Waiting> readValue(byte[] value) {
        try {
            var json = JSON.readTree(value);
            boolean complete = json.path(TOPIC_ID).isTextual()
                    && json.path(ENDED).isIntegralNumber()
                    && json.path(TAIL).isIntegralNumber()
                    && json.path(ENDED).asLong() < json.path(TAIL).asLong();
            return complete
                    ? Optional.of(new Waiting(
                            json.path(TOPIC_ID).asText(),
                            json.path(ENDED).asLong(),
                            json.path(TAIL).asLong()))
                    : Optional.empty();
        } catch (IOException e) {
            return Optional.empty(); // the caller tells it
        }
    }
}
