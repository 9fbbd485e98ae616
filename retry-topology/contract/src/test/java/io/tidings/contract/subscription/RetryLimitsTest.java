package io.tidings.contract.subscription;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.address.EndpointRules;
import io.tidings.contract.json.Validated;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** B-RETRY-4: the limits a subscription may set, in both spellings, and what it leaves to the service. */
class RetryLimitsTest {
    private static final SubscriptionKey BILLING = new SubscriptionKey("shop", "billing");

    private final SubscriptionJson json = new SubscriptionJson(new EndpointRules(false));

    @ParameterizedTest(name = "{0}")
    @CsvSource({"eventTimeToLiveInMinutes", "eventExpiryInMinutes"})
    void bothSpellingsOfTheTimeToLiveMeanTheSame(String spelling) {
        assertThat(accepted("\"" + spelling + "\":30").eventTimeToLive()).isEqualTo(Duration.ofMinutes(30));
        assertThat(accepted("\"" + spelling + "\":1").eventTimeToLive()).isEqualTo(Duration.ofMinutes(1));
        assertThat(accepted("\"" + spelling + "\":1440").eventTimeToLive()).isEqualTo(Duration.ofDays(1));
        for (var minutes : new String[] {"0", "1441", "-1", "1.5", "\"30\"", "1e99"}) {
            assertThat(refused("\"" + spelling + "\":" + minutes))
                    .startsWith("properties.retryPolicy." + spelling + ": must be a whole number from 1 to 1440");
        }
    }

    @Test
    void bothSpellingsTogetherMustAgree() {
        assertThat(accepted("\"eventTimeToLiveInMinutes\":5,\"eventExpiryInMinutes\":5")
                        .eventTimeToLive())
                .isEqualTo(Duration.ofMinutes(5));
        assertThat(refused("\"eventTimeToLiveInMinutes\":5,\"eventExpiryInMinutes\":6"))
                .contains("eventExpiryInMinutes");
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(ints = {1, 10, 30})
    void oneToThirtyAttemptsMayBeAskedFor(int attempts) {
        assertThat(accepted("\"maxDeliveryAttempts\":" + attempts).maxDeliveryAttempts())
                .isEqualTo(attempts);
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"0", "31", "-1", "2.5", "\"3\"", "true"})
    void anyOtherNumberOfAttemptsIsRefused(String attempts) {
        assertThat(refused("\"maxDeliveryAttempts\":" + attempts))
                .startsWith("properties.retryPolicy.maxDeliveryAttempts: must be a whole number from 1 to 30");
    }

    @Test
    void unsetLimitsAreLeftToTheService() {
        assertThat(accepted("")).isEqualTo(RetryPolicy.DEFAULT);
        assertThat(accepted("\"maxDeliveryAttempts\":null,\"eventTimeToLiveInMinutes\":null"))
                .isEqualTo(RetryPolicy.DEFAULT);
    }

    private RetryPolicy accepted(String policy) {
        return ((Validated.Valid<Subscription>) read(policy)).value().retryPolicy();
    }

    private String refused(String policy) {
        return ((Validated.Invalid<Subscription>) read(policy)).sentence();
    }

    private Validated<Subscription> read(String policy) {
        var subscription = """
            {"properties":{"retryPolicy":{%s},"destination":
             {"endpointType":"WebHook","properties":{"endpointUrl":"https://example.com/"}}}}\
            """.formatted(policy);
        return json.read(BILLING, subscription.getBytes(UTF_8));
    }
}
