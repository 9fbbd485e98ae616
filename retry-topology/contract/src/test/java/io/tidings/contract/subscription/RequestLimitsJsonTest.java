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

/** B-LIMIT: the limits that a subscription asks for. */
class RequestLimitsJsonTest {
    private static final SubscriptionKey BILLING = new SubscriptionKey("orders", "billing");

    private final SubscriptionJson json = new SubscriptionJson(new EndpointRules(false));

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"requestsPerSecond\":0.1}",
                "{\"requestsPerSecond\":10000}",
                "{\"concurrentRequests\":1}",
                "{\"requestsPerSecond\":2.5,\"concurrentRequests\":1000}"
            })
    void limitsAreWrittenAsTheyWereGiven(String limits) {
        var subscription = valid("{\"limits\":" + limits + "}");
        var written = SubscriptionJson.write(subscription);

        assertThat(written.at("/properties/tidings/limits")).hasToString(limits);
        assertThat(json.read(BILLING, written)).isEqualTo(new Validated.Valid<>(subscription));
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"limits\":null}", "{\"limits\":{}}", "{\"limits\":{\"requestsPerSecond\":null}}"})
    void aSubscriptionWithoutLimitsIsWrittenAsBefore(String tidings) {
        assertThat(valid(tidings).extensions()).isSameAs(Extensions.NONE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "0.09", "10000.1", "-1", "\"4\"", "true"})
    void anotherRateIsRefused(String rate) {
        assertThat(read("{\"limits\":{\"requestsPerSecond\":" + rate + "}}"))
                .isEqualTo(refused("limits.requestsPerSecond", "must be a number from 0.1 to 10000"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "1001", "1.5", "\"4\""})
    void anotherNumberOfConcurrentRequestsIsRefused(String concurrent) {
        assertThat(read("{\"limits\":{\"concurrentRequests\":" + concurrent + "}}"))
                .isEqualTo(refused("limits.concurrentRequests", "must be a whole number from 1 to 1000"));
    }

    @ParameterizedTest
    @CsvSource({
        "4, {\"concurrentRequests\":4}, 4",
        "5, {\"concurrentRequests\":4}, 4",
        "20, {\"requestsPerSecond\":2}, 20",
        "21, {\"requestsPerSecond\":2}, 20",
        "1, {\"requestsPerSecond\":0.1}, 1",
        "2, {\"requestsPerSecond\":0.1}, 1",
        "3, '{\"requestsPerSecond\":100,\"concurrentRequests\":2}', 2"
    })
    void moreLanesThanCanShareTheLimitsAreRefused(int lanes, String limits, int most) {
        var read = read("{\"lanes\":" + lanes + ",\"limits\":" + limits + "}");

        if (lanes <= most) {
            assertThat(read).isInstanceOf(Validated.Valid.class);
        } else {
            assertThat(read)
                    .isEqualTo(refused(
                            "lanes",
                            "must be at most " + most + " with these limits: neither more than"
                                    + " limits.concurrentRequests, nor than ten times limits.requestsPerSecond"));
        }
    }

    @Test
    void aProgramThatDoesNotKnowLimitsDeliversAllTheSame() {
        assertThat(ExtensionsJson.required(
                        valid("{\"limits\":{\"requestsPerSecond\":1}}").extensions()))
                .isEmpty();
    }

    private Subscription valid(String tidings) {
        return ((Validated.Valid<Subscription>) read(tidings)).value();
    }

    private static Validated<Subscription> refused(String member, String rule) {
        return new Validated.Invalid<>(List.of(new Violation("properties.tidings." + member, rule)));
    }

    private Validated<Subscription> read(String tidings) {
        var subscription = """
            {"properties":{"tidings":%s,"destination":
             {"endpointType":"WebHook","properties":{"endpointUrl":"https://example.com/"}}}}\
            """.formatted(tidings);
        return json.read(BILLING, subscription.getBytes(UTF_8));
    }
}
