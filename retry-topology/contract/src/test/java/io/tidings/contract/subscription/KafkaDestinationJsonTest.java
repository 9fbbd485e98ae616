package io.tidings.contract.subscription;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.address.EndpointRules;
import io.tidings.contract.json.Validated;
import io.tidings.contract.json.Violation;
import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KafkaDestinationJsonTest {
    private static final SubscriptionKey KEY = new SubscriptionKey("shop", "billing");
    private static final SubscriptionJson JSON = new SubscriptionJson(new EndpointRules(false));
    private static final String HUB =
            "/subscriptions/1/resourceGroups/g/providers/Microsoft.EventHub/namespaces/n/eventhubs/orders";
    private static final String PATH = "properties.destination.properties.";

    @Test
    void theLastSegmentOfTheResourceIdIsTheName() {
        var destination = valid("\"resourceId\":\"" + HUB + "\"").destination();
        assertThat(destination).isEqualTo(new KafkaDestination(HUB, List.of()));
        assertThat(((KafkaDestination) destination).name()).isEqualTo("orders");
        assertThat(destination.endpoint()).isEqualTo(URI.create("eventhub:orders"));
        assertThat(destination.displayName()).isEqualTo("event hub orders");
    }

    @Test
    void whatIsWrittenIsReadAgain() {
        var subscription = valid("\"resourceId\":\"" + HUB + "\"," + mappings(fixed("X-Tenant", "a", false)));
        assertThat(subscription.destination().attributes())
                .containsExactly(new DeliveryAttribute.Static("X-Tenant", "a", false));
        var written = SubscriptionJson.write(subscription).toString().getBytes(UTF_8);
        assertThat(JSON.ofRecords().read(KEY, written)).isEqualTo(new Validated.Valid<>(subscription));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({"orders", "/eventhubs/", "/namespaces/n/queues/orders", "/a/eventhubs/or ders", "/a/eventhubs/-orders"})
    void aResourceIdThatNamesNoEventHubIsRefused(String id) {
        assertThat(violations("\"resourceId\":\"" + id + "\""))
                .extracting(Violation::path)
                .containsExactly(PATH + "resourceId");
    }

    @Test
    void settingsOfRequestsAreRefused() {
        assertThat(violations("\"resourceId\":\"" + HUB + "\",\"maxEventsPerBatch\":10,\"endpointUrl\":\"https://a/\""))
                .extracting(Violation::path)
                .containsExactlyInAnyOrder(PATH + "maxEventsPerBatch", PATH + "endpointUrl");
        assertThat(violations("\"maxEventsPerBatch\":10"))
                .extracting(Violation::path)
                .contains(PATH + "resourceId");
    }

    @Test
    void aSecretHeaderIsRefused() {
        assertThat(violations("\"resourceId\":\"" + HUB + "\"," + mappings(fixed("X-Key", "hush", true))))
                .extracting(Violation::toString)
                .containsExactly(PATH + "deliveryAttributeMappings: must not make X-Key a secret: every reader of the"
                        + " Kafka topic sees its headers");
    }

    @Test
    void aPartitionKeyHasAtMost128Characters() {
        assertThat(violations(
                        "\"resourceId\":\"" + HUB + "\"," + mappings(fixed("partitionkey", "k".repeat(129), false))))
                .extracting(Violation::path)
                .containsExactly(PATH + "deliveryAttributeMappings");
        assertThat(violations(
                        "\"resourceId\":\"" + HUB + "\"," + mappings(fixed("PartitionKey", "k".repeat(128), false))))
                .isEmpty();
    }

    private static Subscription valid(String members) {
        return ((Validated.Valid<Subscription>) read(members)).value();
    }

    private static List<Violation> violations(String members) {
        return read(members) instanceof Validated.Invalid<Subscription> invalid ? invalid.violations() : List.of();
    }

    private static Validated<Subscription> read(String members) {
        var json =
                "{\"properties\":{\"destination\":{\"endpointType\":\"EventHub\",\"properties\":{" + members + "}}}}";
        return JSON.read(KEY, json.getBytes(UTF_8));
    }

    private static String mappings(String element) {
        return "\"deliveryAttributeMappings\":[" + element + "]";
    }

    private static String fixed(String name, String value, boolean secret) {
        return """
            {"name":"%s","type":"Static","properties":{"value":"%s","isSecret":%s}}\
            """.formatted(name, value, secret);
    }
}
