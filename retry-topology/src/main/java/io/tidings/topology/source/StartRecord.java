package io.tidings.topology.source;

import static io.tidings.contract.HeaderText.header;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.contract.HeaderNames;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.json.RecordJson;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * A record of the topic {@code starts}, which says of one partition of a source:
 *
 * <pre>
 *  key                    value
 *  shop.orders-3          {"next": 1207, "begun": "5d0e… 1207+1*1"}           how far it is read, and by which process
 *  shop.orders-3/1f0c…    {"subscription": "orders/billing", "next": 17}      how far this subscription has caught up
 *  shop.orders-3/1f0c…    {"subscription": "orders/billing"}                  it has, and is matched like the others
 * </pre>
 */
sealed interface StartRecord {
    String BEGUN = "begun";
    String BEGUN_AGAIN = "begunAgain";
    String UNPROCESSABLE = "unprocessable";

    TopicPartition partition();

    /**
     * Written with every commit of the partition: starts were kept up to there.
     *
     * @param begun which process has the partition, and what it has begun of it; empty once it has ended in order
     * @param begunAgain the same of what it reads again for subscriptions that catch up
     * @param unprocessable offsets that no process may read
     */
    record Mark(TopicPartition partition, long next, String begun, String begunAgain, List<Long> unprocessable)
            implements StartRecord {
        public Mark {
            unprocessable = List.copyOf(unprocessable);
        }
    }

    /** @param next the offset that it reads next; empty once it has caught up */
    record Start(TopicPartition partition, String uid, SubscriptionKey subscription, Optional<Long> next)
            implements StartRecord {
        Start at(long offset) {
            return new Start(partition, uid, subscription, Optional.of(offset));
        }

        Start caughtUp() {
            return new Start(partition, uid, subscription, Optional.empty());
        }
    }

    /** The subscription is deleted; its record has no value. */
    record Ended(TopicPartition partition, String uid) implements StartRecord {}

    static List<Header> headers() {
        return List.of(header(HeaderNames.FORMAT, HeaderNames.FORMAT_1));
    }

    default byte[] key() {
        var text = switch (this) {
            case Mark _ -> partition().toString();
            case Start start -> partition() + "/" + start.uid();
            case Ended ended -> partition() + "/" + ended.uid();
        };
        return text.getBytes(UTF_8);
    }

    default byte @Nullable [] value() {
        var json = JsonNodeFactory.instance.objectNode();
        switch (this) {
            case Mark mark -> {
                json.put("next", mark.next());
                putUnlessEmpty(json, BEGUN, mark.begun());
                putUnlessEmpty(json, BEGUN_AGAIN, mark.begunAgain());
                if (!mark.unprocessable().isEmpty()) {
                    var offsets = json.putArray(UNPROCESSABLE);
                    mark.unprocessable().forEach(offsets::add);
                }
            }
            case Start start -> {
                json.put("subscription", start.subscription().toString());
                start.next().ifPresent(next -> json.put("next", next));
            }
            case Ended _ -> {
                return null;
            }
        }
        return json.toString().getBytes(UTF_8);
    }

    private static void putUnlessEmpty(ObjectNode json, String name, String text) {
        if (!text.isEmpty()) {
            json.put(name, text);
        }
    }

    /** @throws IOException if the bytes are no record of this topic; the message says what is wrong */
    static StartRecord read(byte @Nullable [] key, byte @Nullable [] value) throws IOException {
        var text = key == null ? "" : new String(key, UTF_8);
        int slash = text.indexOf('/');
        var partition = partition(slash < 0 ? text : text.substring(0, slash));
        var uid = slash < 0 ? "" : text.substring(slash + 1);
        if (value == null && slash >= 0) {
            return new Ended(partition, uid);
        }
        if (value == null) {
            throw new IOException(text + " has no value");
        }
        var json = RecordJson.of(value);
        if (slash < 0) {
            return new Mark(
                    partition,
                    json.count("next"),
                    Objects.requireNonNullElse(json.text(BEGUN), ""),
                    Objects.requireNonNullElse(json.text(BEGUN_AGAIN), ""),
                    json.all(UNPROCESSABLE, each -> each.json().longValue()));
        }
        var next = json.has("next") ? Optional.of(json.count("next")) : Optional.<Long>empty();
        return new Start(partition, uid, json.parsed("subscription", SubscriptionKey::parse), next);
    }

    private static TopicPartition partition(String text) throws IOException {
        int dash = text.lastIndexOf('-');
        var number = text.substring(dash + 1);
        if (dash < 1 || !number.matches("\\d{1,9}")) {
            throw new IOException("the key is no partition: " + text);
        }
        return new TopicPartition(text.substring(0, dash), Integer.parseInt(number));
    }
}
