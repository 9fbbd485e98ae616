package io.tidings.ingest.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.event.EventSchema;
import io.tidings.contract.table.TopicEntry;
import io.tidings.contract.topic.TopicKeys;
import io.tidings.contract.topic.TopicResource;
import io.tidings.ingest.http.Request;
import io.tidings.testbed.HostileInput;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** #32: any text as key or signature is refused with 400 or 401. */
class HostileSignaturesIT {
    private static final TopicKeys KEYS = new TopicKeys(
            "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=", "ZmVkY2JhOTg3NjU0MzIxMGZlZGNiYTk4NzY1NDMyMTA=");
    private static final TopicEntry TOPIC =
            new TopicEntry(new TopicResource("orders", EventSchema.EVENT_GRID), KEYS, 0);
    private static final String[] SIGNATURES = {
        "r=https%3A%2F%2Fh.example%2Ftopics%2Forders%2Fapi%2Fevents&e=1%2F2%2F2030%203%3A04%3A05%20AM&s=YWJj%3D",
        "r=https%3A%2F%2Fh.example%3A443%2Ftopics&e=2030-01-02T03%3A04%3A05Z&s=YWJj",
        "r=http%3A%2F%2F%5B%3A%3A1%5D%2F&e=2030-01-02+03%3A04&s="
    };

    @Test
    void aWrongKeyOrSignatureIsRefused() {
        HostileInput.few(500, HostileSignaturesIT::check);
    }

    @Tag("long")
    @Test
    void eachOfManyWrongKeysAndSignaturesIsRefused() {
        HostileInput.many(Duration.ofSeconds(5), HostileSignaturesIT::check);
    }

    private static void check(HostileInput input) {
        var signature = input.textLike(SIGNATURES);
        var headers = input.one(
                Map.of("aeg-sas-token", signature),
                Map.of("authorization", input.textLike("SharedAccessSignature ") + signature),
                Map.of("aeg-sas-key", signature),
                Map.<String, String>of());
        var request = new Request(
                "POST",
                input.textLike("/topics/orders/api/events"),
                input.textLike("api-version=2018-01-01&aeg-sas-key=a%2Bb"),
                input.textLike("h.example:443"),
                true,
                "203.0.113.7",
                headers,
                () -> {
                    throw new AssertionError("the body was read");
                });
        assertThat(new PublisherAuth(true, false, List.of())
                        .refusal(request, "orders", TOPIC, Instant.parse("2026-11-21T12:00:00Z")))
                .hasValueSatisfying(error -> assertThat(error.status()).isIn(400, 401));
        var signed = SasToken.parse(signature);
        signed.ifPresent(token ->
                assertThat(token.covers(request.authority(), request.path())).isIn(true, false));
        assertThat(SasExpiry.parse(signature)).isNotNull();
    }
}
