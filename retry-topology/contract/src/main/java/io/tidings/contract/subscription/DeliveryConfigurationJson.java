package io.tidings.contract.subscription;

import static io.tidings.contract.json.OptionalMembers.putIfAny;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.contract.json.JsonObjectReader;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** {@code properties.deliveryConfiguration}: a queue, in the JSON of Event Grid's namespaces (B-PULL). */
final class DeliveryConfigurationJson {
    /** The member, which is also a feature that a record requires. */
    static final String MEMBER = "deliveryConfiguration";

    static final String DEAD_LETTERS = "deadLetterDestinationWithResourceIdentity";

    private static final String MODE = "deliveryMode";
    private static final String QUEUE = "queue";
    private static final String LOCK = "receiveLockDurationInSeconds";
    private static final String COUNT = "maxDeliveryCount";
    private static final String TIME_TO_LIVE = "eventTimeToLive";

    private static final List<String> OF_REQUESTS = List.of(
            SigningJson.MEMBER,
            AuthenticationJson.MEMBER,
            RetryProfileJson.MEMBER,
            RequestLimitsJson.MEMBER,
            "recovery",
            "secretPath",
            "gone");

    private DeliveryConfigurationJson() {}

    /** @param deadLetters where a dead-letter destination may stand, besides the place that other subscriptions have */
    record Read(QueueDestination queue, JsonObjectReader deadLetters) {}

    /**
     * Returns null if there is none, so that events are sent to a destination.
     *
     * @param properties of the subscription
     */
    static @Nullable Read read(JsonObjectReader properties) {
        var configuration = properties.object(MEMBER);
        if (!configuration.present()) {
            return null;
        }
        var mode = configuration.requiredText(MODE);
        if (!mode.isBlank() && !mode.equalsIgnoreCase("Queue")) {
            configuration.broken(MODE, "must be Queue; for events that are sent, give a destination instead");
        }
        var queue = configuration.object(QUEUE);
        var seconds = queue.integer(LOCK, (int) QueueDestination.SHORTEST_LOCK.toSeconds(), (int)
                QueueDestination.LONGEST_LOCK.toSeconds());
        var count = queue.integer(COUNT, 1, QueueDestination.MOST_DELIVERIES);
        var timeToLive = queue.duration(TIME_TO_LIVE, Duration.ofMinutes(1), RetryProfile.LONGEST_TIME_TO_LIVE);
        if (timeToLive != null && !timeToLive.equals(Duration.ofMinutes(timeToLive.toMinutes()))) {
            queue.broken(TIME_TO_LIVE, "must be whole minutes");
        }
        var deadLetters = queue.object(DEAD_LETTERS).ignoring("identity"); // of Azure, without an effect
        queue.refuseOthers();
        configuration.refuseOthers();
        refuseWhatIsSent(properties);
        return new Read(
                new QueueDestination(
                        seconds == null ? QueueDestination.SHORTEST_LOCK : Duration.ofSeconds(seconds),
                        Objects.requireNonNullElse(count, QueueDestination.MOST_DELIVERIES),
                        timeToLive),
                deadLetters);
    }

    private static void refuseWhatIsSent(JsonObjectReader properties) {
        if (properties.has("destination")) {
            properties.broken("destination", "must not be given for a queue, whose events are received");
        }
        var tidings = properties.object(ExtensionsJson.MEMBER);
        for (var name : OF_REQUESTS) {
            if (tidings.has(name)) {
                tidings.broken(name, "must not be given for a queue; it is about requests to an endpoint");
            }
        }
        if (tidings.has("lanes")) {
            tidings.broken("lanes", "must not be given for a queue, which any number of receivers share");
        }
    }

    static void write(QueueDestination queue, ObjectNode properties) {
        var configuration = properties.putObject(MEMBER).put(MODE, "Queue");
        var json = configuration.putObject(QUEUE);
        json.put(LOCK, queue.lock().toSeconds()).put(COUNT, queue.maxDeliveryCount());
        putIfAny(json, TIME_TO_LIVE, queue.eventTimeToLive());
    }
}
