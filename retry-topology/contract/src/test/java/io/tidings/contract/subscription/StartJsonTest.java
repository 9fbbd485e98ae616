package io.tidings.contract.subscription;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.address.EndpointRules;
import io.tidings.contract.json.Validated;
import io.tidings.contract.json.Violation;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** B-START: which events a new subscription wants first. */
class StartJsonTest {
    private static final SubscriptionKey BILLING = new SubscriptionKey("orders", "billing");

    private final SubscriptionJson json = new SubscriptionJson(new EndpointRules(false));

    @ParameterizedTest
    @CsvSource({
        "{}, ",
        "{\"start\":null}, ",
        "{\"start\":\"now\"}, ",
        "{\"start\":\"earliest\"}, 1970-01-01T00:00:00Z",
        "{\"start\":\"2026-11-22T11:00:00+01:00\"}, 2026-11-22T10:00:00Z",
    })
    void theWishIsReadAsItWasWritten(String tidings, Instant since) {
        var subscription = ((Validated.Valid<Subscription>) read(tidings)).value();
        assertThat(subscription.extensions().start()).isEqualTo(new Start(since));
        assertThat(json.read(BILLING, SubscriptionJson.write(subscription)))
                .isEqualTo(new Validated.Valid<>(subscription));
        assertThat(SubscriptionJson.requires(subscription)).isEmpty(); // a worker goes on without it
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "yesterday", "2026-11-22", "1969-01-01T00:00:00Z"})
    void whatIsNoTimeIsRefused(String start) {
        assertThat(read("{\"start\":\"" + start + "\"}"))
                .isEqualTo(refused("must be now, earliest or a time such as 2030-01-02T03:04:05Z"));
    }

    @Test
    void aStartInThePastIsRefusedWithOrder() {
        assertThat(read("{\"start\":\"earliest\",\"orderBy\":\"subject\"}"))
                .isEqualTo(refused(
                        "must not be set together with orderBy, because new events could pass those of the past"));
        assertThat(read("{\"start\":\"now\",\"orderBy\":\"subject\"}")).isInstanceOf(Validated.Valid.class);
    }

    private static Validated<Subscription> refused(String rule) {
        return new Validated.Invalid<>(List.of(new Violation("properties.tidings.start", rule)));
    }

    private Validated<Subscription> read(String tidings) {
        var subscription = """
            {"properties":{"tidings":%s,"destination":{"endpointType":"WebHook","properties":\
            {"endpointUrl":"https://example.com/"}}}}\
            """.formatted(tidings);
        return json.read(BILLING, subscription.getBytes(UTF_8));
    }
}
