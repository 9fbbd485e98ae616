package io.tidings.acceptance.browser;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidings.contract.HeaderNames;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.Topics;
import io.tidings.contract.delivery.EventSource;
import io.tidings.contract.delivery.LastOutcome;
import io.tidings.contract.table.ProvisioningState;
import io.tidings.contract.timeline.AttemptLine;
import io.tidings.contract.timeline.AttemptLine.Consequence;
import io.tidings.contract.timeline.AttemptLine.Result;
import io.tidings.contract.timeline.LoggedDelivery;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Records of many subscriptions that get nothing, and of many attempts that have failed. */
final class Crowd {
    private static final Topics TOPICS = new Topics(Topics.DEFAULT_PREFIX);

    private Crowd() {}

    /** The subscriptions {@code sub-00000} and so on of a topic. */
    static List<ProducerRecord<byte[], byte[]>> subscriptions(String topic, int count) {
        return IntStream.range(0, count)
                .mapToObj(number -> subscription(topic, number))
                .toList();
    }

    private static ProducerRecord<byte[], byte[]> subscription(String topic, int number) {
        var key = new SubscriptionKey(topic, "sub-%05d".formatted(number));
        var json = """
            {"properties":{"destination":{"endpointType":"WebHook","properties":\
            {"endpointUrl":"http://localhost:9/%d"}},"filter":{"subjectBeginsWith":"/never/%d"}}}\
            """.formatted(number, number);
        var record = new ProducerRecord<>(TOPICS.subscriptions(), key.bytes(), json.getBytes(UTF_8));
        record.headers().add(HeaderNames.SUBSCRIPTION_UID, uid(key).getBytes(UTF_8));
        record.headers()
                .add(
                        HeaderNames.PROVISIONING_STATE,
                        ProvisioningState.SUCCEEDED.wireName().getBytes(UTF_8));
        return record;
    }

    private static String uid(SubscriptionKey key) {
        return UUID.nameUUIDFromBytes(key.bytes()).toString();
    }

    /** The attempts of {@code event-0} and so on, each ten milliseconds after the one before, the last one now. */
    static List<ProducerRecord<byte[], byte[]>> attempts(SubscriptionKey subscription, int count) {
        var newest = Instant.now();
        return IntStream.range(0, count)
                .mapToObj(number -> attempt(subscription, number, newest.minusMillis(10L * (count - number))))
                .toList();
    }

    private static ProducerRecord<byte[], byte[]> attempt(SubscriptionKey subscription, int number, Instant ended) {
        var delivery = new LoggedDelivery(
                "event-" + number,
                new EventSource(TOPICS.events(), number % 4, number),
                uid(subscription),
                ended.minusMillis(30),
                0);
        var result = new Result(LastOutcome.GENERIC_ERROR, 500, "status 500: localhost:9", "{\"error\":\"down\"}");
        var line = new AttemptLine(
                delivery, 1, ended, Duration.ofMillis(12), result, new Consequence("DeadLetter", "Rejected", null));
        return new ProducerRecord<>(TOPICS.attempts(), subscription.bytes(), line.json());
    }
}
