package io.tidings.cli.subscription;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.cli.session.Members;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The flags that say how a subscription is delivered and retried, with the names of Azure's command line. */
final class DeliveryFlags {
    private static final String WEBHOOK = "destination.properties.";

    @Option(
            names = "--event-delivery-schema",
            paramLabel = "SCHEMA",
            description = "EventGridSchema, CloudEventSchemaV1_0 or CustomInputSchema; by default that of the topic")
    private @Nullable String schema;

    @Option(
            names = "--max-delivery-attempts",
            paramLabel = "N",
            description =
                    "attempts before an event is dead-lettered: 1 to 30; by default 30, unless the workers are set"
                            + " otherwise")
    private @Nullable Integer attempts;

    @Option(
            names = "--event-ttl",
            paramLabel = "MINUTES",
            description =
                    "the time after which an event is not tried again: 1 to 1440; by default 1440, unless the workers"
                            + " are set otherwise")
    private @Nullable Integer minutes;

    @Option(
            names = "--max-events-per-batch",
            paramLabel = "N",
            description = "events in one request: 1 (no batches, the default) to 5000")
    private @Nullable Integer batch;

    @Option(
            names = "--preferred-batch-size-in-kilobytes",
            paramLabel = "N",
            description =
                    "the size that a batch should not exceed: 1 to 1024; by default 64, unless the workers are set"
                            + " otherwise")
    private @Nullable Integer kilobytes;

    @Option(
            names = "--deadletter-endpoint",
            paramLabel = "CONTAINER",
            description = "the container for dead letters: an Azure resource id, or ACCOUNT/CONTAINER")
    private @Nullable String deadLetters;

    @Option(
            names = "--delivery-attribute-mapping",
            paramLabel = "NAME static|dynamic VALUE",
            hideParamSyntax = true,
            arity = "3..4",
            parameterConsumer = WordsConsumer.DeliveryAttributes.class,
            description = "a header of every request: X-Tenant dynamic data.tenant, X-Key static VALUE true; true makes"
                    + " the value a secret; may be repeated")
    private List<ObjectNode> attributes = List.of();

    @Option(
            names = "--expiration-date",
            paramLabel = "TIME",
            description = "when the subscription ends, such as 2030-01-02 or 2030-01-02T03:04:05Z")
    private @Nullable String expiration;

    @Option(names = "--labels", paramLabel = "LABEL", arity = "1..*", description = "labels, separated by spaces")
    private List<String> labels = List.of();

    @Option(
            names = "--azure-active-directory-tenant-id",
            paramLabel = "ID",
            description = "the tenant that gives tokens for the endpoint")
    private @Nullable String tenant;

    @Option(
            names = "--azure-active-directory-application-id-or-uri",
            paramLabel = "ID",
            description = "the application that the tokens are for")
    private @Nullable String application;

    /** Adds what was given. */
    void addTo(ObjectNode properties) {
        Members.put(properties, "eventDeliverySchema", schema);
        Members.put(
                properties,
                "expirationTimeUtc",
                expiration == null || expiration.contains("T") ? expiration : expiration + "T00:00:00Z");
        Members.put(properties, "labels", labels);
        Members.put(properties, "retryPolicy.maxDeliveryAttempts", attempts);
        Members.put(properties, "retryPolicy.eventTimeToLiveInMinutes", minutes);
        Members.put(
                properties, "deadLetterDestination", deadLetters == null ? null : DeadLetterArgument.json(deadLetters));
        Members.put(properties, WEBHOOK + "maxEventsPerBatch", batch);
        Members.put(properties, WEBHOOK + "preferredBatchSizeInKilobytes", kilobytes);
        Members.put(properties, WEBHOOK + "deliveryAttributeMappings", attributes);
        Members.put(properties, WEBHOOK + "azureActiveDirectoryTenantId", tenant);
        Members.put(properties, WEBHOOK + "azureActiveDirectoryApplicationIdOrUri", application);
        EndpointType.webhook.setIn(properties);
    }
}
