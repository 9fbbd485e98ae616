package io.tidings.ingest.manage;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.address.EndpointRules;
import io.tidings.contract.event.EventSchema;
import io.tidings.contract.json.Unread;
import io.tidings.contract.json.Validated;
import io.tidings.contract.subscription.Authentication;
import io.tidings.contract.subscription.Batching;
import io.tidings.contract.subscription.DeliveryAttribute;
import io.tidings.contract.subscription.EventFilter;
import io.tidings.contract.subscription.Extensions;
import io.tidings.contract.subscription.OAuth2;
import io.tidings.contract.subscription.OAuth2.ClientSecret;
import io.tidings.contract.subscription.OAuth2.ClientSecret.Place;
import io.tidings.contract.subscription.RetryPolicy;
import io.tidings.contract.subscription.Signing;
import io.tidings.contract.subscription.Subscription;
import io.tidings.contract.subscription.SubscriptionJson;
import io.tidings.contract.subscription.Webhook;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** B-SUB-1: a PATCH replaces what it names and leaves the rest alone. */
class MergePatchTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Subscription KNOWN = new Subscription(
            new SubscriptionKey("shop", "billing"),
            new Webhook(
                    URI.create("https://example.com/hook?code=1"),
                    new Batching(10, null),
                    List.of(new DeliveryAttribute.Static("X-Key", "hush", true))),
            EventFilter.EVERYTHING,
            EventSchema.CLOUD_EVENTS,
            new RetryPolicy(5, Duration.ofMinutes(60)),
            null,
            null,
            List.of("old"));

    /** B-SUB-6: unknown members stay in the record, unless the PATCH names them (#31). */
    @Test
    void whatThisReleaseDoesNotKnowIsKeptAndMayBeRemoved() throws IOException {
        var members = (ObjectNode) JSON.readTree("""
            {"properties":{"later":1,"tidings":{"transform":"$","limits":{"requestsPerSecond":2}}}}\
            """);
        var unread = new Unread(members, List.of(), List.of(), Set.of("transform"));
        var patch = MergePatch.of(KNOWN.with(unread));
        assertThat(new String(patch.applied(bytes("{\"labels\":[]}")), UTF_8)).doesNotContain("later", "transform");
        assertThat(patch.left(unread, bytes("{\"labels\":[]}"))).isEqualTo(unread);
        var left = patch.left(
                unread, bytes("{\"properties\":{\"tidings\":{\"transform\":null,\"orderBy\":\"subject\"}}}"));
        assertThat(left.members()).isEqualTo(JSON.readTree("""
            {"properties":{"later":1,"tidings":{"limits":{"requestsPerSecond":2}}}}\
            """));
        assertThat(left.requires()).isEmpty();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }

    /** Otherwise a PATCH of the token URL could have the secret sent to another host (B-AUTH-2). */
    @Test
    void aClientSecretIsLeftToTheBackfill() {
        var oauth2 = new OAuth2(
                URI.create("https://login.example.com/token"),
                "tidings",
                new ClientSecret("hush", Place.BASIC),
                null,
                null);
        var known = KNOWN.with(Extensions.NONE.with(new Authentication(oauth2, "partner", null)));
        var patched = new String(MergePatch.of(known).applied("{\"labels\":[]}".getBytes(UTF_8)), UTF_8);
        assertThat(patched)
                .contains("https://login.example.com/token", "\"identity\":\"partner\"")
                .doesNotContain("hush");
    }

    /** B-MATCH-2: filters compare with numbers exactly as they were written. */
    @Test
    void numbersKeepAllTheirDigits() {
        var filters = "[{\"operatorType\":\"NumberIn\",\"key\":\"data.n\",\"values\":[0.10,12345678901234567890.5]}]";
        var patched = MergePatch.of(KNOWN)
                .applied("{\"filter\":{\"advancedFilters\":%s}}"
                        .formatted(filters)
                        .getBytes(UTF_8));
        assertThat(new String(patched, UTF_8)).contains("\"advancedFilters\":" + filters);
    }

    @ParameterizedTest(name = "{1}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        /properties/labels                                            | {"properties":{"labels":["new"]}}                                         | ["new"]
        /properties/labels                                            | {"labels":["new"]}                                                        | ["new"]
        /properties/retryPolicy                                       | {"retryPolicy":{"maxDeliveryAttempts":7}}                                 | {"maxDeliveryAttempts":7,"eventTimeToLiveInMinutes":60}
        /properties/retryPolicy                                       | {"retryPolicy":{"maxDeliveryAttempts":null}}                              | {"eventTimeToLiveInMinutes":60}
        /properties/retryPolicy                                       | {"retryPolicy":{"eventExpiryInMinutes":9}}                                | {"maxDeliveryAttempts":5,"eventExpiryInMinutes":9}
        /properties/retryPolicy                                       | {"retryPolicy":{"eventTimeToLiveInMinutes":9,"eventExpiryInMinutes":8}}   | {"maxDeliveryAttempts":5,"eventTimeToLiveInMinutes":9,"eventExpiryInMinutes":8}
        /properties/destination/properties/maxEventsPerBatch          | {"destination":{"properties":{"maxEventsPerBatch":20}}}                   | 20
        /properties/destination/properties/endpointUrl                | {"destination":{"properties":{"maxEventsPerBatch":20}}}                   | "https://example.com/hook?code=1"
        /properties/destination/properties/deliveryAttributeMappings  | {"destination":{"properties":{"deliveryAttributeMappings":[]}}}           | []
        /properties/deadLetterDestination                             | {"deadLetterDestination":{"properties":{"a":1,"b":null}}}                 | {"properties":{"a":1}}
        """)
    void membersOfThePatchAreReplaced(String pointer, String patch, String expected) throws JsonProcessingException {
        assertThat(applied(patch).at(pointer)).isEqualTo(JSON.readTree(expected));
    }

    /** B-DEL-6: what was turned off stays off when the other setting is patched. */
    @Test
    void batchingThatIsOffStaysOff() {
        var hook = URI.create("https://example.com/hook");
        var off = new Subscription(
                KNOWN.key(),
                new Webhook(hook, new Batching(1, null), List.of()),
                EventFilter.EVERYTHING,
                null,
                RetryPolicy.DEFAULT,
                null,
                null,
                List.of());
        var patch = "{\"destination\":{\"properties\":{\"preferredBatchSizeInKilobytes\":128}}}";
        var patched = new SubscriptionJson(new EndpointRules(false))
                .read(KNOWN.key(), MergePatch.of(off).applied(patch.getBytes(UTF_8)));
        var batching = new Batching(1, 128);
        assertThat(patched)
                .isInstanceOfSatisfying(
                        Validated.Valid.class,
                        valid -> assertThat(((Subscription) valid.value()).destination())
                                .isEqualTo(new Webhook(hook, batching, List.of())));
        assertThat(batching.on()).isFalse();
    }

    @Test
    void aSchemaSaidInTheDestinationReplacesTheOneThatIsKept() throws JsonProcessingException {
        var patch = "{\"destination\":{\"properties\":{\"eventDeliverySchema\":\"EventGridSchema\"}}}";
        assertThat(applied(patch).at("/properties").has("eventDeliverySchema")).isFalse();
        var both = "{\"eventDeliverySchema\":\"CustomInputSchema\"," + patch.substring(1);
        assertThat(applied(both).at("/properties/eventDeliverySchema").textValue())
                .isEqualTo("CustomInputSchema");
    }

    @Test
    void anEmptyPatchChangesNothingAndLeavesSecretsToTheBackfill() throws JsonProcessingException {
        assertThat(applied("{}"))
                .isEqualTo(
                        JSON.readTree(SubscriptionJson.write(KNOWN).toString().replace("\"hush\"", "null")));
    }

    /** B-AUTH-1. */
    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"paused\":true} | true",
                "{\"properties\":{\"paused\":false}} | false",
                "{\"paused\":null} | false",
                "{\"paused\":\"true\"} |",
                "{\"paused\":true,\"labels\":[]} |",
                "{} |"
            })
    void aPatchOfPausedAloneOnlyPauses(String body, @Nullable Boolean paused) {
        assertThat(MergePatch.pausing(body.getBytes(UTF_8))).isEqualTo(Optional.ofNullable(paused));
    }

    @Test
    void signingIsKeptTurnedOnAndTurnedOff() throws IOException {
        var signed = MergePatch.of(KNOWN.with(Extensions.NONE.with(new Signing("whsec_hush"))));
        var kept = signed.applied("{}".getBytes(UTF_8));
        assertThat(JSON.readTree(kept).at("/properties/tidings")).hasToString("{\"signing\":{\"secret\":null}}");
        var off = signed.applied("{\"tidings\":{\"signing\":null}}".getBytes(UTF_8));
        assertThat(JSON.readTree(off).at("/properties/tidings")).hasToString("{}");
        assertThat(applied("{\"tidings\":{\"signing\":{}}}").at("/properties/tidings"))
                .hasToString("{\"signing\":{}}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{", "[]", "null", "1", ""})
    void aBodyThatIsNoObjectIsLeftToTheReader(String body) {
        assertThat(new String(MergePatch.of(KNOWN).applied(body.getBytes(UTF_8)), UTF_8))
                .isEqualTo(body);
    }

    private static JsonNode applied(String patch) throws JsonProcessingException {
        return JSON.readTree(new String(MergePatch.of(KNOWN).applied(patch.getBytes(UTF_8)), UTF_8));
    }
}
