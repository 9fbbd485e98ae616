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
import org.junit.jupiter.params.provider.ValueSource;

/** B-DLQ-8: the Kafka topic that a subscription names for its dead letters. */
class DeadLetterTopicJsonTest {
    private static final SubscriptionKey BILLING = new SubscriptionKey("orders", "billing");

    private final SubscriptionJson json = new SubscriptionJson(new EndpointRules(false));

    @ParameterizedTest
    @ValueSource(strings = {"shop", "Shop.dead_letters-1"})
    void theNameIsReadAsItWasWritten(String name) {
        var subscription = valid("{\"deadLetterTopic\":\"" + name + "\"}");

        assertThat(subscription.extensions().deadLetterTopic()).isEqualTo(name);
        assertThat(subscription.keepsDeadLetters()).isTrue();
        assertThat(json.read(BILLING, SubscriptionJson.write(subscription)))
                .isEqualTo(new Validated.Valid<>(subscription));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a/b", "a b", "ä", "12345678901234567890123456789012345678901234567890123456789012345"})
    void anotherNameIsRefusedWithItsMemberAndTheRule(String name) {
        assertThat(read("{\"deadLetterTopic\":\"" + name + "\"}"))
                .isEqualTo(new Validated.Invalid<Subscription>(List.of(new Violation(
                        "properties.tidings.deadLetterTopic",
                        "must be a name of 1 to 64 letters, digits, ., _ and -"))));
    }

    /** Such a program would drop what this subscription wants to keep. */
    @Test
    void aProgramThatDoesNotKnowTheMemberHoldsTheDeliveries() {
        assertThat(SubscriptionJson.requires(valid("{\"deadLetterTopic\":\"shop\"}")))
                .containsExactly("deadLetterTopic");
    }

    @Test
    void withoutItNothingIsWrittenRequiredOrKept() {
        var subscription = valid("{\"deadLetterTopic\":null}");

        assertThat(SubscriptionJson.write(subscription).toString()).doesNotContain("tidings");
        assertThat(SubscriptionJson.requires(subscription)).isEmpty();
        assertThat(subscription.keepsDeadLetters()).isFalse();
    }

    private Subscription valid(String tidings) {
        return ((Validated.Valid<Subscription>) read(tidings)).value();
    }

    private Validated<Subscription> read(String tidings) {
        var subscription = """
            {"properties":{"tidings":%s,"destination":
             {"endpointType":"WebHook","properties":{"endpointUrl":"https://example.com/"}}}}\
            """.formatted(tidings);
        return json.read(BILLING, subscription.getBytes(UTF_8));
    }
}
