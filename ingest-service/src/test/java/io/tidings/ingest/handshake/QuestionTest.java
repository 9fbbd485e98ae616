package io.tidings.ingest.handshake;

import static io.tidings.ingest.handshake.Examples.CODE;
import static io.tidings.ingest.handshake.Examples.NOON;
import static io.tidings.ingest.handshake.Examples.URL;
import static io.tidings.ingest.handshake.Examples.subscription;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidings.ingest.handshake.Finding.Agreed;
import io.tidings.ingest.handshake.Finding.Refused;
import io.tidings.ingest.handshake.Finding.Unanswered;
import io.tidings.ingest.handshake.Finding.Undecided;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** B-SUB-3: what endpoints are asked, and how their answers are understood (reference §2.2, §5). */
class QuestionTest {
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
        200 | {"validationResponse":"other"}         | Refused
        200 | {"validationResponse":7}               | Refused
        202 | {"validationResponse":"other"}         | Refused
        201 | {"validationResponse":"CODE"}          | Refused
        204 | ``                                     | Refused
        302 | ``                                     | Refused
        404 | ``                                     | Refused
        500 | {"validationResponse":"CODE"}          | Refused
        """)
    void onlyTheCodeInA200IsConsent(int status, String body, String finding) {
        var found = EVENT.resultOf(new Reply.Answered(status, Map.of(), body.replace("CODE", CODE)));
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
        200 | *                   | 0      | Refused
        200 | *                   | -1     | Refused
        200 | *                   | many   | Refused
        200 | *                   | 9999999999 | Refused
        200 | other.example       | 120    | Refused
        200 |                     |        | Undecided
        204 |                     | 120    | Undecided
        302 |                     |        | Refused
        404 |                     |        | Refused
        405 |                     |        | Refused
        500 |                     |        | Refused
        """)
    void theOriginThatIsAllowedDecides(int status, String origin, String rate, String finding) {
        var headers = new HashMap<String, String>();
        if (origin != null) {
            headers.put("webhook-allowed-origin", origin);
        }
        if (rate != null) {
            headers.put("webhook-allowed-rate", rate);
        }
        var found = ORIGIN.resultOf(new Reply.Answered(status, headers, ""));
        assertThat(finding).startsWith(found.getClass().getSimpleName());
        if (found instanceof Agreed(var allowed)) {
            assertThat(allowed).isEqualTo(finding.endsWith("120") ? 120 : null);
        }
    }

    @Test
    void noAnswerIsWorthAnotherTryAndAForbiddenAddressIsNot() {
        assertThat(EVENT.resultOf(new Reply.Missing("silence"))).isEqualTo(new Unanswered("silence"));
        assertThat(ORIGIN.resultOf(new Reply.Forbidden("private"))).isEqualTo(new Refused("private"));
        assertThat(EVENT.resultOf(new Reply.Answered(200, Map.of(), ""))).isInstanceOf(Undecided.class);
    }

    @Test
    void theCodeIsNotPrinted() {
        assertThat(EVENT.toString() + ORIGIN).doesNotContain(CODE).contains("orders/billing");
    }
}
