package io.tidings.contract.subscription;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.address.EndpointRules;
import io.tidings.contract.event.EventSchema;
import io.tidings.contract.json.Validated;
import io.tidings.contract.json.Violation;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** B-PULL-1, B-PULL-4: a subscription whose events are received. */
class QueueJsonTest {
    private static final SubscriptionKey BILLING = new SubscriptionKey("orders", "billing");
    private static final String LETTERS = """
        "deadLetterDestination":{"endpointType":"StorageBlob","properties":\
        {"resourceId":"/x/storageAccounts/%s","blobContainerName":"letters"}}\
        """;

    private final SubscriptionJson json = new SubscriptionJson(new EndpointRules(false));

    @Test
    void aQueueHasTheDefaultsOfEventGridAndCloudEvents() {
        var subscription = valid("{\"deliveryConfiguration\":{\"deliveryMode\":\"queue\"}}");

        assertThat(subscription.destination()).isEqualTo(new QueueDestination(Duration.ofMinutes(1), 10, null));
        assertThat(subscription.deliverySchema()).isEqualTo(EventSchema.CLOUD_EVENTS);
        assertThat(SubscriptionJson.requires(subscription)).containsExactly("deliveryConfiguration");
    }

    @Test
    void itsSettingsAreReadAsTheyWereWritten() {
        var subscription = valid("""
            {"deliveryConfiguration":{"deliveryMode":"Queue","queue":{"receiveLockDurationInSeconds":300,\
            "maxDeliveryCount":1,"eventTimeToLive":"P7D"}},"tidings":{"orderBy":"subject"}}\
            """);

        assertThat(subscription.destination())
                .isEqualTo(new QueueDestination(Duration.ofMinutes(5), 1, Duration.ofDays(7)));
        assertThat(json.read(BILLING, SubscriptionJson.write(subscription)))
                .isEqualTo(new Validated.Valid<>(subscription));
    }

    @Test
    void aRecordOfAQueueIsUnderstood() {
        var subscription = valid("{\"deliveryConfiguration\":{\"deliveryMode\":\"Queue\"}}");
        var record = SubscriptionJson.writeRecord(subscription).toString().getBytes(UTF_8);

        var read = json.ofRecords().readRecord(BILLING, record, true, SubscriptionJson.requires(subscription));

        assertThat(read).isEqualTo(new Validated.Valid<>(subscription));
    }

    @Test
    void itsDeadLettersMayStandWhereNamespacesHaveThem() {
        var usual = valid("{\"deliveryConfiguration\":{\"deliveryMode\":\"Queue\"}," + LETTERS.formatted("acme") + "}");
        var nested = valid("""
            {"deliveryConfiguration":{"deliveryMode":"Queue","queue":{"deadLetterDestinationWithResourceIdentity":\
            {"identity":{"type":"SystemAssigned"},%s}}}}\
            """.formatted(LETTERS.formatted("acme")));

        assertThat(nested).isEqualTo(usual);
        assertThat(nested.keepsDeadLetters()).isTrue();
        assertThat(broken("""
            {"deliveryConfiguration":{"deliveryMode":"Queue","queue":{"deadLetterDestinationWithResourceIdentity":\
            {%s}}},%s}\
            """.formatted(LETTERS.formatted("acme"), LETTERS.formatted("other"))))
                .isEqualTo(new Violation(
                        "properties.deliveryConfiguration.queue.deadLetterDestinationWithResourceIdentity"
                                + ".deadLetterDestination",
                        "contradicts properties.deadLetterDestination, which means the same"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        {"deliveryMode":"Push"} | deliveryMode
        {} | deliveryMode
        {"deliveryMode":"Queue","push":{}} | push
        {"deliveryMode":"Queue","queue":{"receiveLockDurationInSeconds":59}} | queue.receiveLockDurationInSeconds
        {"deliveryMode":"Queue","queue":{"receiveLockDurationInSeconds":301}} | queue.receiveLockDurationInSeconds
        {"deliveryMode":"Queue","queue":{"maxDeliveryCount":0}} | queue.maxDeliveryCount
        {"deliveryMode":"Queue","queue":{"maxDeliveryCount":11}} | queue.maxDeliveryCount
        {"deliveryMode":"Queue","queue":{"eventTimeToLive":"PT59S"}} | queue.eventTimeToLive
        {"deliveryMode":"Queue","queue":{"eventTimeToLive":"PT61S"}} | queue.eventTimeToLive
        {"deliveryMode":"Queue","queue":{"eventTimeToLive":"PT169H"}} | queue.eventTimeToLive
        {"deliveryMode":"Queue","queue":{"lock":1}} | queue.lock
        """)
    void otherValuesAreRefusedWithTheirPath(String configuration, String path) {
        assertThat(broken("{\"deliveryConfiguration\":" + configuration + "}").path())
                .isEqualTo("properties.deliveryConfiguration." + path);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"lanes\":2",
                "\"limits\":{\"concurrentRequests\":1}",
                "\"signing\":{\"secret\":\"whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw\"}",
                "\"retry\":{\"preset\":\"exponential\"}",
                "\"recovery\":\"schedule\"",
                "\"secretPath\":true",
                "\"gone\":\"pause\""
            })
    void whatIsAboutRequestsIsRefused(String member) {
        var name = member.substring(1, member.indexOf(':') - 1);
        assertThat(broken("{\"deliveryConfiguration\":{\"deliveryMode\":\"Queue\"},\"tidings\":{" + member + "}}")
                        .path())
                .isEqualTo("properties.tidings." + name);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        "destination":{"endpointType":"WebHook","properties":{"endpointUrl":"https://example.com/"}} | destination
        "retryPolicy":{"maxDeliveryAttempts":3} | retryPolicy
        "eventDeliverySchema":"EventGridSchema" | eventDeliverySchema
        """)
    void otherMembersThatContradictAreRefused(String member, String path) {
        assertThat(broken("{\"deliveryConfiguration\":{\"deliveryMode\":\"Queue\"}," + member + "}")
                        .path())
                .isEqualTo("properties." + path);
    }

    private Subscription valid(String properties) {
        return ((Validated.Valid<Subscription>) read(properties)).value();
    }

    private Violation broken(String properties) {
        var violations = ((Validated.Invalid<Subscription>) read(properties)).violations();
        assertThat(violations).hasSize(1);
        return violations.getFirst();
    }

    private Validated<Subscription> read(String properties) {
        return json.read(BILLING, ("{\"properties\":" + properties + "}").getBytes(UTF_8));
    }
}
