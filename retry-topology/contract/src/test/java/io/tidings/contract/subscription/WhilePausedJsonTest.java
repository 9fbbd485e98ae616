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

/** B-PAUSE: what a subscription wants to become of what waits in a pause. */
class WhilePausedJsonTest {
    private static final SubscriptionKey BILLING = new SubscriptionKey("orders", "billing");

    private final SubscriptionJson json = new SubscriptionJson(new EndpointRules(false));

    @ParameterizedTest
    @CsvSource({
        "{}, EXPIRE, ''",
        "{\"whilePaused\":null}, EXPIRE, ''",
        "{\"whilePaused\":\"expire\"}, EXPIRE, ''",
        "{\"whilePaused\":\"hold\"}, HOLD, whilePaused"
    })
    void theWishIsReadAsItWasWrittenAndOtherProgramsMustKnowIt(String tidings, WhilePaused wish, String required) {
        var subscription = ((Validated.Valid<Subscription>) read(tidings)).value();

        assertThat(subscription.extensions().whilePaused()).isEqualTo(wish);
        assertThat(json.read(BILLING, SubscriptionJson.write(subscription)))
                .isEqualTo(new Validated.Valid<>(subscription));
        assertThat(String.join(",", SubscriptionJson.requires(subscription))).isEqualTo(required);
    }

    @Test
    void anotherWordIsRefused() {
        assertThat(read("{\"whilePaused\":\"keep\"}"))
                .isEqualTo(new Validated.Invalid<>(
                        List.of(new Violation("properties.tidings.whilePaused", "must be expire or hold"))));
    }

    private Validated<Subscription> read(String tidings) {
        return json.read(BILLING, """
            {"properties":{"tidings":%s,"destination":{"endpointType":"WebHook",\
            "properties":{"endpointUrl":"https://example.com/"}}}}\
            """.formatted(tidings).getBytes(UTF_8));
    }
}
