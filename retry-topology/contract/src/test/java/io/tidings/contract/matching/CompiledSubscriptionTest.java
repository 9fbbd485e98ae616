package io.tidings.contract.matching;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.address.EndpointRules;
import io.tidings.contract.delivery.RecordValues;
import io.tidings.contract.event.RecordFields;
import io.tidings.contract.json.Validated;
import io.tidings.contract.subscription.Subscription;
import io.tidings.contract.subscription.SubscriptionJson;
import io.tidings.contract.table.ProvisioningState;
import io.tidings.contract.table.SubscriptionEntry;
import java.time.Instant;
import java.util.Map;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;

/** B-SOURCE-1 and B-DEL-5: the fields of a record that a delivery takes along. */
class CompiledSubscriptionTest {
    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");

    @Test
    void aDeliveryTakesOnlyTheFieldsThatItsSubscriptionAsksForAndTheRecordHas() {
        var compiled = compiled("Kafka.Key", "kafka.key", "kafka.headers.Tenant", "kafka.headers.long", "data.kafka");
        var headers = new RecordHeaders()
                .add("tenant", "blue".getBytes(UTF_8))
                .add("other", "x".getBytes(UTF_8))
                .add("long", "x".repeat(4097).getBytes(UTF_8));
        var event = ConditionsTest.event("{}")
                .from(new RecordFields("shop.orders", 3, 12, NOON, "order-7".getBytes(UTF_8), headers));
        assertThat(compiled.recordValues(event))
                .isEqualTo(new RecordValues(Map.of("kafka.key", "order-7", "kafka.headers.tenant", "blue")));
    }

    @Test
    void aPublishedEventHasNone() {
        assertThat(compiled("kafka.key").recordValues(ConditionsTest.event("{}")))
                .isSameAs(RecordValues.NONE);
    }

    private static CompiledSubscription compiled(String... paths) {
        var attributes = new StringBuilder();
        for (var path : paths) {
            attributes.append(attributes.isEmpty() ? "" : ",").append("""
                {"name":"X-%d","type":"Dynamic","properties":{"sourceField":"%s"}}\
                """.formatted(attributes.length(), path));
        }
        var json = """
            {"properties":{"destination":{"endpointType":"WebHook","properties":{"endpointUrl":"https://example.com/",
            "deliveryAttributeMappings":[%s]}}}}\
            """.formatted(attributes).getBytes(UTF_8);
        return switch (new SubscriptionJson(new EndpointRules(false))
                .read(new SubscriptionKey("shop", "billing"), json)) {
            case Validated.Valid<Subscription>(var subscription) ->
                CompiledSubscription.of(new SubscriptionEntry(subscription, "u1", ProvisioningState.SUCCEEDED, 7));
            case Validated.Invalid<Subscription> invalid -> throw new AssertionError(invalid.sentence());
        };
    }
}
