package io.tidings.chaos.subscriber;

import io.tidings.chaos.subscriber.DeliveryOptions.Address;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A subscription of the campaign.
 *
 * @param type of its events
 * @param subject the ending of its events' subjects; null for all events of the type
 * @param container for its dead letters; null if it drops them
 * @param maxAttempts or times that an event of a queue may be received
 */
public record Subscriber(
        String name,
        EndpointBehaviour behaviour,
        int type,
        @Nullable String subject,
        @Nullable String container,
        DeliveryOptions delivery,
        DeliveryExtras extras,
        int maxAttempts) {
    /** The domain of the endpoints' names. */
    public static final String DOMAIN = "campaign.test";

    /** How long an event of a queue is locked. */
    public static final Duration LOCK = Duration.ofSeconds(60);

    private static final String STORAGE =
            "/subscriptions/s/resourceGroups/g/providers/Microsoft.Storage/storageAccounts/campaign";

    /** The same subscription with an endpoint that accepts everything. */
    public Subscriber repaired() {
        return behaving(EndpointBehaviour.OK);
    }

    public Subscriber behaving(EndpointBehaviour other) {
        return new Subscriber(name, other, type, subject, container, delivery, extras, maxAttempts);
    }

    public String topic() {
        return ChaosEvents.topic(type);
    }

    public String host() {
        return name + "." + DOMAIN;
    }

    /** True if its filter matches the event with that number. */
    public boolean matches(long number) {
        return ChaosEvents.type(number) == type
                && (subject == null || ChaosEvents.subjectOf(number).endsWith(subject));
    }

    /**
     * The body of {@code PUT}.
     *
     * @param note distinguishes two versions that are otherwise the same
     */
    public String json(int port, int securePort, String note) {
        return """
            {"properties":{%s,\
            "eventDeliverySchema":"%s",\
            "filter":{"includedEventTypes":["%s"]%s}%s%s}}\
            """.formatted(
                        delivery.queue() ? queue() : webhook(port, securePort, note),
                        delivery.schema().wireName(),
                        ChaosEvents.type(type),
                        ending(),
                        deadLetters(),
                        extras.json("http://127.0.0.1:" + port + DeliveryExtras.TOKEN_PATH));
    }

    private String webhook(int port, int securePort, String note) {
        return """
            "destination":{"endpointType":"WebHook","properties":{"endpointUrl":"%s/%s/%s"%s,\
            "deliveryAttributeMappings":[{"name":"x-note","type":"Static","properties":{"value":"%s"}}]}},\
            "retryPolicy":{"maxDeliveryAttempts":%d,"eventTimeToLiveInMinutes":1440}\
            """.formatted(origin(port, securePort), behaviour.wireName(), name, batching(), note, maxAttempts);
    }

    private String queue() {
        return """
            "deliveryConfiguration":{"deliveryMode":"Queue","queue":{\
            "receiveLockDurationInSeconds":%d,"maxDeliveryCount":%d,"eventTimeToLive":"P1D"}}\
            """.formatted(LOCK.toSeconds(), maxAttempts);
    }

    private String origin(int port, int securePort) {
        return delivery.address() == Address.SECURE
                ? "https://%s:%d".formatted(host(), securePort)
                : "http://%s:%d".formatted(delivery.address() == Address.NAMED ? host() : "127.0.0.1", port);
    }

    private String batching() {
        return delivery.batching() ? ",\"maxEventsPerBatch\":%d".formatted(delivery.most()) : "";
    }

    private String ending() {
        return subject == null ? "" : ",\"subjectEndsWith\":\"%s\"".formatted(subject);
    }

    private String deadLetters() {
        return container == null ? "" : """
            ,"deadLetterDestination":{"endpointType":"StorageBlob","properties":{\
            "resourceId":"%s","blobContainerName":"%s"}}\
            """.formatted(STORAGE, container);
    }
}
