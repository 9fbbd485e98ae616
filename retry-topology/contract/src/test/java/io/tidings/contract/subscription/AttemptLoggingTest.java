package io.tidings.contract.subscription;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.address.EndpointRules;
import io.tidings.contract.json.Validated;
import io.tidings.contract.json.Violation;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** B-TIME-1: which attempts a subscription asks to log. */
class AttemptLoggingTest {
    private static final SubscriptionKey BILLING = new SubscriptionKey("orders", "billing");

    private final SubscriptionJson json = new SubscriptionJson(new EndpointRules(false));

    @ParameterizedTest
    @CsvSource({"{}, ", "{\"attempts\":null}, ", "{\"attempts\":\"all\"}, ALL", "{\"attempts\":\"failures\"}, FAILURES"
    })
    void whatASubscriptionAsksForIsReadAsItWasWritten(String tidings, @Nullable AttemptLogging attempts) {
        var subscription = ((Validated.Valid<Subscription>) read(tidings)).value();
        assertThat(subscription.extensions().attempts()).isEqualTo(attempts);
        assertThat(json.read(BILLING, SubscriptionJson.write(subscription)))
                .isEqualTo(new Validated.Valid<>(subscription));
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"none\"", "\"ALL\"", "\"\""})
    void anotherWordIsRefused(String word) {
        assertThat(read("{\"attempts\":" + word + "}"))
                .isEqualTo(new Validated.Invalid<Subscription>(
                        List.of(new Violation("properties.tidings.attempts", "must be all or failures"))));
    }

    @Test
    void nothingIsWrittenForASubscriptionThatAsksForNothing() {
        var subscription = ((Validated.Valid<Subscription>) read("{}")).value();
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
