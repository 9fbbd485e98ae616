package io.tidings.chaos.subscriber;

import io.tidings.chaos.subscriber.DeliveryOptions.Address;
import org.jspecify.annotations.Nullable;

/**
 * A subscription of the campaign.
 *
 * @param type of the events it gets
 * @param subject that its events end in; none: it gets all of the type
 * @param container for its dead letters; none: they are dropped
 */
public record Subscriber(
        String name,
        EndpointBehaviour behaviour,
        int type,
        @Nullable String subject,
        @Nullable String container,
        DeliveryOptions delivery,
        int maxAttempts) {
    /** What the names of endpoints end in. */
    public static final String DOMAIN = "campaign.test";

    private static final String STORAGE =
            "/subscriptions/s/resourceGroups/g/providers/Microsoft.Storage/storageAccounts/campaign";

    /** The same with an endpoint that takes everything. */
    public Subscriber repaired() {
        return new Subscriber(name, EndpointBehaviour.OK, type, subject, container, delivery, maxAttempts);
    }

    public String topic() {
        return ChaosEvents.topic(type);
    }

    /** The host that its endpoint is looked up by. */
    public String host() {
        return name + "." + DOMAIN;
    }

    /** Whether its filter matches the event with that number. */
    public boolean matches(long number) {
        return ChaosEvents.type(number) == type
                && (subject == null || ChaosEvents.subjectOf(number).endsWith(subject));
    }

    /**
     * As {@code PUT} takes it.
     *
     * @param note makes one version of it another than the one before, without a difference to anybody
     */
    public String json(int port, int securePort, String note) {
        return """
            {"properties":{\
            "destination":{"endpointType":"WebHook","properties":{"endpointUrl":"%s/%s/%s"%s,\
            "deliveryAttributeMappings":[{"name":"x-note","type":"Static","properties":{"value":"%s"}}]}},\
            "eventDeliverySchema":"%s",\
            "filter":{"includedEventTypes":["%s"]%s},\
            "retryPolicy":{"maxDeliveryAttempts":%d,"eventTimeToLiveInMinutes":1440}%s}}\
            """.formatted(
                        origin(port, securePort),
                        behaviour.word(),
                        name,
                        batching(),
                        note,
                        delivery.schema().wireName(),
                        ChaosEvents.type(type),
                        ending(),
                        maxAttempts,
                        deadLetters());
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
