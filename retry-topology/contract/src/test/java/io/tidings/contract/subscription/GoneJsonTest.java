package io.tidings.contract.subscription;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.address.EndpointRules;
import io.tidings.contract.json.Validated;
import io.tidings.contract.json.Violation;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** B-GONE: what a subscription wants to happen when its endpoint is gone. */
class GoneJsonTest {
    private static final SubscriptionKey BILLING = new SubscriptionKey("orders", "billing");
    private static final String WEBHOOK =
            "{\"endpointType\":\"WebHook\",\"properties\":{\"endpointUrl\":\"https://example.com/\"}}";

    private final SubscriptionJson json = new SubscriptionJson(new EndpointRules(false));

    @ParameterizedTest
    @CsvSource({"{}, RETRY", "{\"gone\":null}, RETRY", "{\"gone\":\"retry\"}, RETRY", "{\"gone\":\"pause\"}, PAUSE"})
    void theWishIsReadAsItWasWritten(String tidings, Gone gone) {
        var subscription = ((Validated.Valid<Subscription>) read(tidings, WEBHOOK)).value();

        assertThat(subscription.extensions().gone()).isEqualTo(gone);
        assertThat(json.read(BILLING, SubscriptionJson.write(subscription)))
                .isEqualTo(new Validated.Valid<>(subscription));
        assertThat(SubscriptionJson.requires(subscription)).isEmpty(); // another program goes on without it
    }

    @ParameterizedTest
    @ValueSource(strings = {"retryStatuses", "noRetryStatuses"})
    void aPauseIsRefusedTogetherWithAnotherRuleForThatStatus(String member) {
        assertThat(read("{\"gone\":\"pause\",\"retry\":{\"" + member + "\":[410]}}", WEBHOOK))
                .isEqualTo(refused("must not be pause while 410 is in retryStatuses or noRetryStatuses"));
    }

    @Test
    void aPauseIsRefusedForAKafkaTopic() {
        var topic = "{\"endpointType\":\"EventHub\",\"properties\":{\"resourceId\":\"/a/eventhubs/orders\"}}";
        assertThat(read("{\"gone\":\"pause\"}", topic))
                .isEqualTo(refused("must not be pause for a Kafka topic, which responds with no status"));
    }

    private static Validated<Subscription> refused(String rule) {
        return new Validated.Invalid<>(List.of(new Violation("properties.tidings.gone", rule)));
    }

    private Validated<Subscription> read(String tidings, String destination) {
        var subscription = "{\"properties\":{\"tidings\":%s,\"destination\":%s}}".formatted(tidings, destination);
        return json.read(BILLING, subscription.getBytes(UTF_8));
    }
}
