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

/** B-LANE-1: the lanes that a subscription asks for. */
class LanesJsonTest {
    private static final SubscriptionKey BILLING = new SubscriptionKey("orders", "billing");

    private final SubscriptionJson json = new SubscriptionJson(new EndpointRules(false));

    @ParameterizedTest
    @CsvSource({"{}, 1", "{\"lanes\":null}, 1", "{\"lanes\":1}, 1", "{\"lanes\":4}, 4", "{\"lanes\":64}, 64"})
    void theLanesOfASubscriptionAreReadAsTheyWereWritten(String tidings, int lanes) {
        var subscription = ((Validated.Valid<Subscription>) read(tidings)).value();

        assertThat(subscription.extensions().lanes()).isEqualTo(lanes);
        assertThat(json.read(BILLING, SubscriptionJson.write(subscription)))
                .isEqualTo(new Validated.Valid<>(subscription));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "65", "-1", "1.5", "\"4\""})
    void anotherNumberIsRefused(String lanes) {
        assertThat(read("{\"lanes\":" + lanes + "}"))
                .isEqualTo(new Validated.Invalid<Subscription>(
                        List.of(new Violation("properties.tidings.lanes", "must be a whole number from 1 to 64"))));
    }

    @Test
    void nothingIsWrittenForASubscriptionWithOneLane() {
        var subscription = ((Validated.Valid<Subscription>) read("{\"lanes\":1}")).value();

        assertThat(SubscriptionJson.write(subscription).toString()).doesNotContain("tidings");
    }

    private Validated<Subscription> read(String tidings) {
        var subscription = """
            {"properties":{"tidings":%s,"destination":
             {"endpointType":"WebHook","properties":{"endpointUrl":"https://example.com/"}}}}\
            """.formatted(tidings);
        return json.read(BILLING, subscription.getBytes(UTF_8));
    }
}
