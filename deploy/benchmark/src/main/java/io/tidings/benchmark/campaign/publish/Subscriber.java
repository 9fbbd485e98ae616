package io.tidings.benchmark.campaign.publish;

import io.tidings.benchmark.campaign.endpoint.Conduct;
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
        Conduct conduct,
        int type,
        @Nullable String subject,
        @Nullable String container) {
    private static final String STORAGE =
            "/subscriptions/s/resourceGroups/g/providers/Microsoft.Storage/storageAccounts/campaign";

    /** The same with an endpoint that takes everything. */
    public Subscriber repaired() {
        return new Subscriber(name, Conduct.OK, type, subject, container);
    }

    /**
     * As {@code PUT} takes it.
     *
     * @param port of the endpoints
     * @param note makes one version of it another than the one before, without a difference to anybody
     */
    public String json(int port, int maxAttempts, String note) {
        return """
            {"properties":{\
            "destination":{"endpointType":"WebHook","properties":{"endpointUrl":"http://127.0.0.1:%d/%s/%s",\
            "deliveryAttributeMappings":[{"name":"x-note","type":"Static","properties":{"value":"%s"}}]}},\
            "eventDeliverySchema":"CloudEventSchemaV1_0",\
            "filter":{"includedEventTypes":["%s"]%s},\
            "retryPolicy":{"maxDeliveryAttempts":%d,"eventTimeToLiveInMinutes":1440}%s}}\
            """.formatted(port, conduct.word(), name, note, Events.type(type), ending(), maxAttempts, deadLetters());
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
