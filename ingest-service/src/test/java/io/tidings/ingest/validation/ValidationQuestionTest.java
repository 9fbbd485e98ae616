package io.tidings.ingest.validation;

import static io.tidings.ingest.validation.Examples.CODE;
import static io.tidings.ingest.validation.Examples.NOON;
import static io.tidings.ingest.validation.Examples.URL;
import static io.tidings.ingest.validation.Examples.subscription;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidings.ingest.validation.ValidationResult.Agreed;
import io.tidings.ingest.validation.ValidationResult.NoResponse;
import io.tidings.ingest.validation.ValidationResult.Rejected;
import io.tidings.ingest.validation.ValidationResult.Undecided;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** B-SUB-3: the handshake requests, and the meaning of their responses (reference §2.2, §5). */
class ValidationQuestionTest {
    private static final ValidationEvent EVENT = new ValidationEvent(
            subscription("https://here.example/hook?key=1"), "/subscriptions/1/topics/orders", "id-1", NOON, CODE, URL);
    private static final AbuseProtection ORIGIN =
            new AbuseProtection(subscription("https://here.example/hook?key=1"), URL, 90);

    @Test
    void theValidationEventIsThatOfEventGrid() throws Exception {
        var request = EVENT.request();
        assertThat(request.method()).isEqualTo("POST");
        assertThat(request.endpoint()).isEqualTo(URI.create("https://here.example/hook?key=1"));
        assertThat(request.headers())
                .isEqualTo(Map.of(
                        "content-type", "application/json; charset=utf-8",
                        "aeg-event-type", "SubscriptionValidation",
                        "aeg-subscription-name", "BILLING",
                        "aeg-delivery-count", "0",
                        "aeg-metadata-version", "1",
                        "aeg-data-version", "1",
                        "x-key", "hush"));
        assertThat(new ObjectMapper().readTree(request.body()))
                .isEqualTo(new ObjectMapper().readTree("""
                    [{"id":"id-1","topic":"/subscriptions/1/topics/orders","subject":"",
                      "data":{"validationCode":"%s","validationUrl":"%s"},
                      "eventType":"Microsoft.EventGrid.SubscriptionValidationEvent","eventTime":"2026-11-21T12:00:00Z",
                      "metadataVersion":"1","dataVersion":"1"}]
                    """.formatted(CODE, URL)));
    }

    @Test
    void theUrlNamesTheSubscriptionAndTheCode() {
        assertThat(URL).isEqualTo(URI.create("https://events.example.com/validate?id=orders%2Fbilling&code=" + CODE));
    }

    @Test
    void aCloudEventsEndpointIsAskedByOptions() {
        var request = ORIGIN.request();
        assertThat(request.method()).isEqualTo("OPTIONS");
        assertThat(request.endpoint()).isEqualTo(URI.create("https://here.example/hook?key=1"));
        assertThat(request.headers())
                .isEqualTo(Map.of(
                        "webhook-request-origin",
                        "eventgrid.azure.net",
                        "webhook-request-callback",
                        URL.toString(),
                        "webhook-request-rate",
                        "90",
                        "x-key",
                        "hush"));
        assertThat(request.body()).isEmpty();
    }

    @ParameterizedTest(name = "{0} {1}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        200 | {"validationResponse":"CODE"}          | Agreed
        200 | {"a":1,"validationResponse":"CODE"}    | Agreed
        202 | {"validationResponse":"CODE"}          | Undecided
        200 | ``                                     | Undecided
        200 | OK                                     | Undecided
        200 | {"validationResponse":null}            | Undecided
        200 | {"ValidationResponse":"CODE"}          | Undecided
        200 | [{"validationResponse":"CODE"}]        | Undecided
        202 | ``                                     | Undecided
        200 | {"validationResponse":"other"}         | Rejected
        200 | {"validationResponse":7}               | Rejected
        202 | {"validationResponse":"other"}         | Rejected
        201 | {"validationResponse":"CODE"}          | Rejected
        204 | ``                                     | Rejected
        302 | ``                                     | Rejected
        404 | ``                                     | Rejected
        500 | {"validationResponse":"CODE"}          | Rejected
        """)
    void onlyTheCodeInA200ValidatesTheEndpoint(int status, String body, String finding) {
        var found = EVENT.resultOf(new ValidationResponse.Received(status, Map.of(), body.replace("CODE", CODE)));
        assertThat(found.getClass().getSimpleName()).isEqualTo(finding);
        if (status != 200 && !body.contains("other")) {
            assertThat(found.toString()).contains("" + status);
        }
        assertThat(found.toString()).doesNotContain(CODE);
    }

    @ParameterizedTest(name = "{0} {1} {2}")
    @CsvSource(delimiter = '|', textBlock = """
        200 | eventgrid.azure.net |        | Agreed
        200 | EventGrid.Azure.Net |        | Agreed
        200 | *                   |        | Agreed
        204 | *                   |        | Agreed
        405 | *                   |        | Agreed
        200 | *                   | *      | Agreed
        200 | *                   | 120    | Agreed 120
        200 | *                   | 0      | Rejected
        200 | *                   | -1     | Rejected
        200 | *                   | many   | Rejected
        200 | *                   | 9999999999 | Rejected
        200 | other.example       | 120    | Rejected
        200 |                     |        | Undecided
        204 |                     | 120    | Undecided
        302 |                     |        | Rejected
        404 |                     |        | Rejected
        405 |                     |        | Rejected
        500 |                     |        | Rejected
        """)
    void theOriginThatIsAllowedDecides(int status, String origin, String rate, String finding) {
        var headers = new HashMap<String, String>();
        if (origin != null) {
            headers.put("webhook-allowed-origin", origin);
        }
        if (rate != null) {
            headers.put("webhook-allowed-rate", rate);
        }
        var found = ORIGIN.resultOf(new ValidationResponse.Received(status, headers, ""));
        assertThat(finding).startsWith(found.getClass().getSimpleName());
        if (found instanceof Agreed(var allowed)) {
            assertThat(allowed).isEqualTo(finding.endsWith("120") ? 120 : null);
        }
    }

    @Test
    void aMissingResponseIsWorthAnotherTryAndAForbiddenAddressIsNot() {
        assertThat(EVENT.resultOf(new ValidationResponse.Missing("silence"))).isEqualTo(new NoResponse("silence"));
        assertThat(ORIGIN.resultOf(new ValidationResponse.NotSent("private"))).isEqualTo(new Rejected("private"));
        assertThat(EVENT.resultOf(new ValidationResponse.Received(200, Map.of(), "")))
                .isInstanceOf(Undecided.class);
    }

    @Test
    void theCodeIsNotPrinted() {
        assertThat(EVENT.toString() + ORIGIN).doesNotContain(CODE).contains("orders/billing");
    }
}
