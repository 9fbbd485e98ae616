package io.tidings.contract.subscription;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.address.EndpointRules;
import io.tidings.contract.json.Validated;
import io.tidings.contract.json.Violation;
import io.tidings.contract.subscription.RetryProfile.Floors;
import io.tidings.contract.subscription.RetryProfile.Limits;
import io.tidings.contract.subscription.RetryProfile.Preset;
import io.tidings.contract.subscription.RetryProfile.StatusOverrides;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** B-PROFILE-1 and B-PROFILE-2: what a profile may say, and that it is read as it was written. */
class RetryProfileJsonTest {
    private static final SubscriptionKey BILLING = new SubscriptionKey("shop", "billing");
    private static final String PATH = "properties.tidings.retry.";
    private static final String EVERYTHING = """
        "preset":"exponential","schedule":["PT14S","P1D"],"jitter":0.5,"floors":"none",
        "retryStatuses":[413,400],"noRetryStatuses":[409,404],
        "responseTimeout":"PT2M59S","maxDeliveryAttempts":100,"timeToLive":"P7D"\
        """;

    private final SubscriptionJson json = new SubscriptionJson(new EndpointRules(false));

    @Test
    void everyMemberIsRead() {
        assertThat(accepted(EVERYTHING))
                .isEqualTo(new RetryProfile(
                        Preset.EXPONENTIAL,
                        List.of(Duration.ofSeconds(14), Duration.ofHours(24)),
                        0.5,
                        Floors.NONE,
                        new StatusOverrides(Set.of(400, 413), Set.of(404, 409)),
                        new Limits(Duration.ofSeconds(179), 100, Duration.ofDays(7))));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "\"preset\":\"event-grid-edge\"",
                "\"jitter\":0",
                "\"jitter\":1",
                "\"floors\":\"none\"",
                "\"schedule\":[\"PT10S\"]",
                "\"noRetryStatuses\":[100,599,205,199]",
                "\"retryStatuses\":[400],\"noRetryStatuses\":[401]",
                "\"responseTimeout\":\"PT1S\",\"maxDeliveryAttempts\":1,\"timeToLive\":\"PT1M\"",
                EVERYTHING
            })
    void aProfileIsReadAsItWasWritten(String retry) {
        var subscription = ((Validated.Valid<Subscription>) read(retry)).value();
        var again = json.read(BILLING, SubscriptionJson.write(subscription));
        assertThat(again).isEqualTo(new Validated.Valid<>(subscription));
        assertThat(SubscriptionJson.write(((Validated.Valid<Subscription>) again).value()))
                .isEqualTo(SubscriptionJson.write(subscription));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "\"preset\":\"event-grid\",\"floors\":\"event-grid\",\"schedule\":null,\"retryStatuses\":[]"
            })
    void theDefaultsAreNotWritten(String retry) {
        var subscription = ((Validated.Valid<Subscription>) read(retry)).value();
        assertThat(subscription.retryProfile()).isEqualTo(RetryProfile.DEFAULT);
        assertThat(SubscriptionJson.write(subscription).toString()).doesNotContain("tidings");
    }

    @Test
    void everyViolationIsNamedAtOnceWithItsPath() {
        var violations = refused("""
            "preset":"linear","schedule":["PT10S","PT9.9S","PT24H0.1S",10,"soon"],"jitter":1.1,"floors":"soft",
            "retryStatuses":[409,99,200,"404"],"noRetryStatuses":[600,204,409,1.5],
            "responseTimeout":"PT3M","maxDeliveryAttempts":101,"timeToLive":"P7DT1S","backoff":2\
            """);
        assertThat(violations)
                .extracting(violation -> violation.path().replace(PATH, ""))
                .containsExactlyInAnyOrder(
                        "preset",
                        "schedule[1]",
                        "schedule[2]",
                        "schedule[3]",
                        "schedule[4]",
                        "jitter",
                        "floors",
                        "retryStatuses[1]",
                        "retryStatuses[2]",
                        "retryStatuses[3]",
                        "noRetryStatuses[0]",
                        "noRetryStatuses[1]",
                        "noRetryStatuses[2]",
                        "noRetryStatuses[3]",
                        "responseTimeout",
                        "maxDeliveryAttempts",
                        "timeToLive",
                        "backoff");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        "preset":"linear"                                   | preset: must be one of event-grid, event-grid-edge, exponential
        "floors":"soft"                                     | floors: must be event-grid or none
        "jitter":"0.1"                                      | jitter: must be a number from 0 to 1
        "jitter":-0.1                                       | jitter: must be a number from 0 to 1
        "schedule":[]                                       | schedule: must be an array of 1 to 30 ISO 8601 durations
        "schedule":"PT10S"                                  | schedule: must be an array of 1 to 30 ISO 8601 durations
        "schedule":["PT9S"]                                 | schedule[0]: must be an ISO 8601 duration from PT10S to PT24H
        "schedule":["PT30S",null]                           | schedule[1]: must be an ISO 8601 duration from PT10S to PT24H
        "schedule":["-PT30S"]                               | schedule[0]: must be an ISO 8601 duration from PT10S to PT24H
        "responseTimeout":"PT0.9S"                          | responseTimeout: must be an ISO 8601 duration from PT1S to PT2M59S
        "timeToLive":"PT59S"                                | timeToLive: must be an ISO 8601 duration from PT1M to PT168H
        "timeToLive":60                                     | timeToLive: must be an ISO 8601 duration from PT1M to PT168H
        "maxDeliveryAttempts":0                             | maxDeliveryAttempts: must be a whole number from 1 to 100
        "retryStatuses":409                                 | retryStatuses: must be an array of HTTP statuses
        "retryStatuses":[203]                               | retryStatuses[0]: must not be 203, which is always a success
        "retryStatuses":[400],"noRetryStatuses":[409,400]   | noRetryStatuses[1]: must not be 400, which is in retryStatuses
        "noRetryStatuses":[99]                              | noRetryStatuses[0]: must be a whole number from 100 to 599
        """)
    void aViolationSaysWhatIsAllowed(String retry, String sentence) {
        assertThat(refused(retry)).singleElement().asString().startsWith(PATH + sentence);
    }

    @Test
    void aScheduleHasAtMostThirtySteps() {
        assertThat(accepted(steps(30)).schedule()).hasSize(30);
        assertThat(refused(steps(31))).hasSize(1);
    }

    private static String steps(int count) {
        return IntStream.range(0, count)
                .mapToObj(_ -> "\"PT1M\"")
                .collect(Collectors.joining(",", "\"schedule\":[", "]"));
    }

    @Test
    void aProfileThatIsNoObjectIsRefused() {
        var subscription = """
            {"properties":{"tidings":{"retry":"exponential"},"destination":
             {"endpointType":"WebHook","properties":{"endpointUrl":"https://example.com/"}}}}\
            """;
        assertThat(json.read(BILLING, subscription.getBytes(UTF_8)))
                .isEqualTo(new Validated.Invalid<>(
                        List.of(new Violation("properties.tidings.retry", "must be an object"))));
    }

    private RetryProfile accepted(String retry) {
        return ((Validated.Valid<Subscription>) read(retry)).value().retryProfile();
    }

    private List<Violation> refused(String retry) {
        return ((Validated.Invalid<Subscription>) read(retry)).violations();
    }

    private Validated<Subscription> read(String retry) {
        var subscription = """
            {"properties":{"tidings":{"retry":{%s}},"destination":
             {"endpointType":"WebHook","properties":{"endpointUrl":"https://example.com/"}}}}\
            """.formatted(retry);
        return json.read(BILLING, subscription.getBytes(UTF_8));
    }
}
