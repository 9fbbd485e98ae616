package io.tidings.contract.table;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.HeaderNames;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.address.EndpointRules;
import io.tidings.contract.json.Validated;
import io.tidings.contract.json.Violation;
import io.tidings.contract.subscription.Subscription;
import io.tidings.contract.subscription.SubscriptionJson;
import io.tidings.contract.topic.TopicJson;
import java.util.List;
import java.util.Set;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** B-SUB-6: a record of a later release survives this one, and does what its writer allows (#31). */
class FutureRecordTest {
    private static final SubscriptionKey BILLING = new SubscriptionKey("shop", "billing");
    private static final String QUOTA = "\"quota\":{ \"requestsPerSecond\" : 1.50e1,\"a.b\":[1, 2] }";

    private final SubscriptionJson json = new SubscriptionJson(new EndpointRules(false));
    private final ResourceTable table = new ResourceTable(json);

    @Test
    void anUnknownMemberIsHarmlessAndKeptByteForByte() {
        var entry = read(of("", "", QUOTA, ",\"later\":null"), Set.of());
        assertThat(entry.matches()).isTrue();
        assertThat(entry.locked()).isFalse();
        assertThat(table.problem(BILLING)).isEmpty();
        assertThat(entry.subscription().unread().unknown())
                .containsExactlyInAnyOrder("properties.tidings.quota", "properties.later", "colour");
        assertThat(written(entry.subscription()))
                .contains(QUOTA)
                .contains("\"colour\":\"r\\u00e9d\"")
                .contains("\"later\":null");
        assertThat(read(written(entry.subscription()), Set.of()).subscription()).isEqualTo(entry.subscription());
    }

    @Test
    void aMemberOfAnArrayKeepsTheArray() {
        var attributes = ",\"deliveryAttributeMappings\":[{\"name\":\"a\",\"type\":\"Static\",\"since\":7,"
                + "\"properties\":{\"value\":\"b\"}}]";
        var entry = read(of(attributes, "", "", ""), Set.of());
        assertThat(entry.locked()).isFalse();
        assertThat(written(entry.subscription())).contains(attributes);
    }

    @Test
    void anUnknownFeatureThatTheRecordRequiresHoldsTheDeliveriesAndNotTheMatching() {
        var entry = read(of("", "", "\"transform\":\"$\"", ""), Set.of("transform", "orderBy"));
        assertThat(entry.locked()).isTrue();
        assertThat(entry.matches()).isTrue();
        assertThat(table.problem(BILLING))
                .hasValueSatisfying(problem -> assertThat(problem)
                        .contains("deliveries of subscription shop/billing wait")
                        .contains("requires transform, which this release does not know"));
        assertThat(SubscriptionJson.requires(entry.subscription())).containsExactly("transform");
        assertThat(read(of("", "", "", ""), Set.of("orderBy", "signing", "lanes"))
                        .locked())
                .isFalse();
    }

    @Test
    void theFeaturesOfTodayAreRequiredOfEarlierReleases() {
        var entry =
                read(of("", "", "\"orderBy\":\"subject\",\"authentication\":{\"identity\":\"shop\"}", ""), Set.of());
        assertThat(SubscriptionJson.requires(entry.subscription())).containsExactly("authentication", "orderBy");
        assertThat(SubscriptionJson.requires(
                        read(of("", "", QUOTA, ""), Set.of()).subscription()))
                .isEmpty();
    }

    /** A value, a header rule, a limit, a kind of destination, a type: the rules of a release are not those of the next. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "||\"recovery\":\"fast\"|",
                "||\"lanes\":128|",
                "||\"retry\":[\"fast\"]|",
                ",\"deliveryAttributeMappings\":[{\"name\":\"webhook-later\",\"type\":\"Static\",\"properties\":{\"value\":\"1\"}}]|||",
                "|||,\"destination\":{\"endpointType\":\"StorageQueue\",\"properties\":{\"queueName\":\"a\"}}",
                "|||,\"deadLetterDestination\":{\"endpointType\":\"Kafka\"}"
            })
    void aValueOfALaterReleaseHoldsTheDeliveriesAndItsRecordStaysAsItIs(
            String attributes, String filter, String tidings, String more) {
        read(of("", "", "", ""), Set.of());
        var record = of(orEmpty(attributes), orEmpty(filter), orEmpty(tidings), orEmpty(more));
        var entry = read(record, Set.of());
        assertThat(entry.offset()).as("no older version is in force").isEqualTo(8);
        assertThat(entry.matches()).isTrue();
        assertThat(entry.locked()).isTrue();
        assertThat(table.problem(BILLING))
                .hasValueSatisfying(problem -> assertThat(problem).contains("does not understand it: properties."));
        assertThat(table.displacedSubscriptions()).isEmpty();
        assertThat(table.subscriptionsToSeal()).isEmpty();
        assertThat(written(entry.subscription().pausing(true))).isEqualTo(record);
    }

    /** An unknown filter must neither match everything nor be forgotten. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"advancedFilters\":[{\"operatorType\":\"StringSounds\",\"key\":\"data.a\",\"values\":[\"b\"]}]",
                "\"includedEventTypes\":{\"like\":\"a\"}"
            })
    void aFilterOfALaterReleaseMatchesNothing(String filter) {
        var entry = read(of("", filter, "", ""), Set.of());
        assertThat(entry.matches()).isFalse();
        assertThat(entry.locked()).isTrue();
        assertThat(written(entry.subscription())).isEqualTo(of("", filter, "", ""));
    }

    @Test
    void aMistakeOfAnotherToolIsStillReplaced() {
        read(of("", "", "", ""), Set.of());
        table.readSubscription("shop/billing", new RecordHeaders(), bytes(of("", "", "\"recovery\":\"fats\"", "")), 9);
        assertThat(table.displacedSubscriptions()).containsExactly(BILLING);
        assertThat(table.subscription(BILLING))
                .hasValueSatisfying(entry -> assertThat(entry.locked()).isFalse());
    }

    @Test
    void aMemberThatAnotherToolWroteIsKeptWhenItsRecordIsCompleted() {
        var change = table.readSubscription("shop/billing", new RecordHeaders(), bytes(of("", "", QUOTA, "")), 9);
        assertThat(change)
                .isInstanceOfSatisfying(
                        TableChange.SubscriptionIncomplete.class,
                        incomplete ->
                                assertThat(written(incomplete.subscription())).contains(QUOTA));
    }

    @Test
    void aPutStaysStrict() {
        assertThat(json.read(BILLING, bytes(of("", "", QUOTA, ""))))
                .isEqualTo(new Validated.Invalid<Subscription>(List.of(
                        new Violation("properties.tidings.quota", "is not a known member"),
                        new Violation("colour", "is not a known member"))));
    }

    @Test
    void aTopicKeepsMembersOfLaterReleasesAndIsNotReplaced() {
        var headers = ofTidings();
        headers.add(HeaderNames.KEY_1, bytes("k1"));
        headers.add(HeaderNames.KEY_2, bytes("k2"));
        table.readTopic("shop", headers, bytes("{\"properties\":{}}"), 1);
        var later = "\"later\":{ \"than\":\"1.0\" }";
        table.readTopic("shop", headers, bytes("{\"properties\":{\"tidings\":{" + later + "}}}"), 2);
        var topic = table.topic("shop").orElseThrow();
        assertThat(topic.offset()).isEqualTo(2);
        assertThat(TopicJson.writeRecord(topic.topic()).toString()).contains(later);
        table.readTopic("shop", headers, bytes("{\"properties\":{\"inputSchema\":\"CloudEventSchemaV2\"}}"), 3);
        assertThat(table.topicProblem("shop")).isPresent();
        assertThat(table.displacedTopics()).isEmpty();
    }

    private SubscriptionEntry read(String record, Set<String> requires) {
        var headers = ofTidings();
        headers.add(HeaderNames.SUBSCRIPTION_UID, bytes("u1"));
        headers.add(HeaderNames.PROVISIONING_STATE, bytes("Succeeded"));
        headers.add(HeaderNames.REQUIRES, bytes(String.join(",", List.copyOf(requires))));
        table.readSubscription("shop/billing", headers, bytes(record), 8);
        return table.subscription(BILLING).orElseThrow();
    }

    private static Headers ofTidings() {
        return new RecordHeaders().add(HeaderNames.FORMAT, bytes(HeaderNames.FORMAT_1));
    }

    private static String written(Subscription subscription) {
        return SubscriptionJson.writeRecord(subscription).toString();
    }

    private static String of(String destination, String filter, String tidings, String properties) {
        return """
            {"properties":{"destination":{"endpointType":"WebHook",\
            "properties":{"endpointUrl":"https://example.com/"%s}},\
            "filter":{%s},"tidings":{%s}%s},"colour":"r\\u00e9d"}\
            """.formatted(destination, filter, tidings, properties);
    }

    private static String orEmpty(String text) {
        return text == null ? "" : text;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }
}
