package io.tidings.contract.table;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.HeaderNames;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.address.EndpointRules;
import io.tidings.contract.event.DataRules;
import io.tidings.contract.event.EventSchema;
import io.tidings.contract.eventtype.EventTypeKey;
import io.tidings.contract.subscription.SubscriptionJson;
import io.tidings.contract.topic.TopicKeys;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** B-SUB-2: what is in force after any record of the tables. */
class ResourceTableTest {
    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");
    private static final SubscriptionKey BILLING = new SubscriptionKey("shop", "billing");
    private static final byte[] TOPIC = bytes("{}");
    private static final byte[] SUBSCRIPTION = bytes("""
        {"properties":{"destination":{"endpointType":"WebHook","properties":{"endpointUrl":"https://example.com/"}}}}\
        """);

    private static final byte[] TYPE = bytes("{\"properties\":{\"dataSchema\":{\"required\":[\"n\"]}}}");
    private static final byte[] CHECKING = bytes("{\"properties\":{\"tidings\":{\"check\":\"reject\"}}}");

    private final ResourceTable table = new ResourceTable(new SubscriptionJson(new EndpointRules(false)));
    private final ResourceTable checking = new ResourceTable(
            new SubscriptionJson(new EndpointRules(false)), ResourceSecrets.unopened(), EventTypeTable.kept());

    @BeforeEach
    void somethingIsInForce() {
        table.readTopic("shop", headers(HeaderNames.KEY_1, "k1", HeaderNames.KEY_2, "k2"), TOPIC, 0);
        table.readSubscription("shop/billing", inForce("u1"), SUBSCRIPTION, 0);
    }

    @Test
    void aValidRecordIsInForce() {
        var topic = table.topic("shop").orElseThrow();
        assertThat(topic.topic().inputSchema()).isEqualTo(EventSchema.EVENT_GRID);
        assertThat(topic.keys()).isEqualTo(new TopicKeys("k1", "k2"));
        var entry = table.subscription(BILLING).orElseThrow();
        assertThat(entry.uid()).isEqualTo("u1");
        assertThat(entry.matches()).isTrue();
        assertThat(table.subscriptions("shop")).containsExactly(entry);
        assertThat(table.subscriptions("other")).isEmpty();
    }

    @Test
    void theSubscriptionsOfATopicAreSortedByNameAndWithoutThoseOfSimilarTopics() {
        for (var key : List.of("shop/alpha", "sho/other", "shop-2/other", "shop/zeta", "shops/other", "Shop/other")) {
            table.readSubscription(key, inForce("u"), SUBSCRIPTION, 1);
        }
        assertThat(table.subscriptions("shop"))
                .extracting(entry -> entry.subscription().key().name())
                .containsExactly("alpha", "billing", "zeta");
        assertThat(table.subscriptions("shops")).hasSize(1);
        assertThat(table.subscriptions("no/topic")).isEmpty();
        assertThat(table.subscriptions("")).isEmpty();
    }

    /** B-TYPE-1. */
    @Test
    void aTopicHasTheRulesOfTheTypesThatItDeclaresIfItChecks() {
        var placed = new EventTypeKey("shop", "order/placed");
        assertThat(checking.readTopic("shop/eventTypes/order/placed", headers(), TYPE, 1))
                .isEqualTo(new TableChange.EventTypesChanged(placed, null));
        checking.readTopic("shop", headers(), bytes("{}"), 2);
        assertThat(rules()).isEqualTo(DataRules.NONE);
        checking.readTopic("shop", headers(), CHECKING, 3);
        assertThat(rules().schemas()).containsOnlyKeys("order/placed");
        checking.readTopic("shop/eventTypes/paid", headers(), bytes("{}"), 4);
        assertThat(checking.eventTypes().of("shop"))
                .extracting(entry -> entry.key().name())
                .containsExactly("order/placed", "paid");
        assertThat(checking.eventTypes().of("sho")).isEmpty();
        assertThat(checking.readTopic("shop/eventTypes/order/placed", headers(), bytes("{"), 5))
                .isInstanceOf(TableChange.Ignored.class);
        assertThat(checking.eventTypes().find(placed)).isPresent();
        checking.readTopic("shop/eventTypes/order/placed", headers(), null, 6);
        assertThat(rules().schemas()).isEmpty();
    }

    @Test
    void anotherTopicOfTheSameNameBeginsWithoutTypes() {
        var placed = new EventTypeKey("shop", "placed");
        checking.readTopic("shop", headers(), CHECKING, 1);
        checking.readTopic(placed.toString(), headers(), TYPE, 2);
        assertThat(checking.orphanedEventTypes()).isEmpty();
        checking.readTopic("shop", headers(), null, 3);
        checking.readTopic("shop", headers(), CHECKING, 4);
        assertThat(checking.eventTypes().of("shop")).isEmpty();
        assertThat(rules().schemas()).isEmpty();
        assertThat(checking.orphanedEventTypes()).containsExactly(placed);
        checking.readTopic(placed.toString(), headers(), null, 5);
        assertThat(checking.orphanedEventTypes()).isEmpty();
    }

    /** Its topic's tombstone is gone by compaction; a topic that is not understood is there all the same. */
    @Test
    void aTypeWithoutATopicIsToBeDeleted() {
        checking.readTopic("shop/eventTypes/placed", headers(), TYPE, 1);
        assertThat(checking.orphanedEventTypes()).containsExactly(new EventTypeKey("shop", "placed"));
        checking.readTopic("shop", headers(), bytes("{"), 2);
        assertThat(checking.orphanedEventTypes()).isEmpty();
    }

    @Test
    void aProgramThatChecksNothingHoldsNoTypes() {
        table.readTopic("shop", headers(), CHECKING, 1);
        assertThat(table.readTopic("shop/eventTypes/placed", headers(), TYPE, 2))
                .isEqualTo(new TableChange.EventTypesChanged(new EventTypeKey("shop", "placed"), null));
        assertThat(table.eventTypes().of("shop")).isEmpty();
        assertThat(table.topic("shop").orElseThrow().rules().schemas()).isEmpty();
    }

    /** Each has up to 64 KB of schema and of examples. */
    @Test
    void theTypesOfATopicAndOfAllTogetherAreBounded() {
        var large = bytes("{\"properties\":{\"examples\":[\"" + "x".repeat(60_000) + "\"]}}");
        for (int i = 0; i < 1_000; i++) {
            checking.readTopic("shop/eventTypes/large" + i, headers(), large, i);
        }
        assertThat(checking.eventTypes().of("shop")).hasSize(EventTypeTable.MOST_BYTES_OF_A_TOPIC / large.length);
        assertThat(checking.eventTypes().refusal(new EventTypeKey("shop", "large0"), large.length))
                .isEmpty();
        assertThat(checking.eventTypes().refusal(new EventTypeKey("shop", "more"), large.length))
                .hasValueSatisfying(sentence -> assertThat(sentence)
                        .startsWith("the event types of topic shop would have ")
                        .endsWith(" bytes, the limit is 1048576; shorten schemas or examples"));
        for (int i = 0; i < 1_000; i++) {
            checking.readTopic("topic" + i + "/eventTypes/large", headers(), large, i);
        }
        int held = IntStream.range(0, 1_000)
                .mapToObj(i -> checking.eventTypes().of("topic" + i))
                .mapToInt(List::size)
                .sum();
        assertThat(held + checking.eventTypes().of("shop").size())
                .isEqualTo((int) (EventTypeTable.MOST_BYTES / large.length));
        assertThat(checking.eventTypes().refusal(new EventTypeKey("other", "more"), large.length))
                .hasValueSatisfying(sentence -> assertThat(sentence).startsWith("the event types of all topics would"));
        for (int i = 0; i < 300; i++) {
            checking.readTopic("small/eventTypes/" + i, headers(), bytes("{}"), i);
        }
        assertThat(checking.eventTypes().of("small")).hasSize(EventTypeTable.MOST_OF_A_TOPIC);
    }

    private DataRules rules() {
        return checking.topic("shop").orElseThrow().rules();
    }

    @ParameterizedTest(name = "format {1}: {0}")
    @CsvSource(
            delimiter = '|',
            value = {"{|1", "[]|1", "{}|2"})
    void anInvalidRecordLeavesThePreviousInForceAndIsReported(String value, String format) {
        var before = table.subscription(BILLING);
        var headers = inForce("u2").add(HeaderNames.FORMAT, bytes(format));
        var change = table.readSubscription("shop/billing", headers, bytes(value), 7);
        assertThat(change).isInstanceOfSatisfying(TableChange.Ignored.class, ignored -> {
            assertThat(ignored.key()).isEqualTo("shop/billing");
            assertThat(ignored.offset()).isEqualTo(7);
            assertThat(table.problem(BILLING)).contains(ignored.problem());
        });
        assertThat(table.subscription(BILLING)).isEqualTo(before);
        table.readSubscription("shop/billing", inForce("u1"), SUBSCRIPTION, 8);
        assertThat(table.problem(BILLING)).isEmpty();
    }

    @Test
    void anInvalidTopicLeavesThePreviousInForce() {
        assertThat(table.readTopic("shop", headers(), bytes("{\"properties\":1}"), 7))
                .isInstanceOf(TableChange.Ignored.class);
        assertThat(table.topic("shop"))
                .hasValueSatisfying(entry -> assertThat(entry.offset()).isZero());
    }

    /** A record of a later release is not invalid, only not for this one; its writer knows better. */
    @Test
    void aDisplacedRecordIsReported() {
        assertThat(table.displacedSubscriptions()).isEmpty();
        table.readSubscription("shop/billing", headers(), bytes("{"), 7);
        table.readSubscription("shop/unknown", headers(), bytes("{"), 8);
        table.readTopic("shop", headers(), bytes("{"), 9);
        assertThat(table.displacedSubscriptions()).containsExactly(BILLING);
        assertThat(table.displacedTopics()).containsExactly("shop");
        table.readSubscription("shop/billing", headers(HeaderNames.FORMAT, "2"), SUBSCRIPTION, 10);
        table.readTopic("shop", headers(HeaderNames.FORMAT, "2"), TOPIC, 11);
        assertThat(table.displacedSubscriptions()).isEmpty();
        assertThat(table.displacedTopics()).isEmpty();
        table.readSubscription("shop/billing", headers(), SUBSCRIPTION, 12);
        assertThat(table.displacedSubscriptions())
                .as("it waits to be completed")
                .isEmpty();
    }

    @Test
    void aUrlThatOnlyASettingForbidsDisplacesNothing() {
        var plain = new String(SUBSCRIPTION, UTF_8).replace("https:", "http:");
        table.readSubscription("shop/billing", inForce("u1"), bytes(plain), 7);
        assertThat(table.problem(BILLING)).isPresent();
        assertThat(table.displacedSubscriptions()).isEmpty();
    }

    @Test
    void aReplacedRecordIsStillReported() {
        var replaced = inForce("u1").add(HeaderNames.RECORD_ERROR, bytes("is no JSON"));
        table.readSubscription("shop/billing", replaced, SUBSCRIPTION, 7);
        table.readTopic("shop", headers(HeaderNames.RECORD_ERROR, "is no JSON"), TOPIC, 8);
        assertThat(table.problem(BILLING)).contains("is no JSON");
        assertThat(table.topicProblem("shop")).contains("is no JSON");
        assertThat(table.displacedSubscriptions()).isEmpty();
        assertThat(table.displacedTopics()).isEmpty();
        table.readSubscription("shop/billing", inForce("u1"), SUBSCRIPTION, 9);
        assertThat(table.problem(BILLING)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"billing", "shop/", "/billing", "shop/eventTypes/1", "shop/billing/1/2", "''"})
    void aKeyThatNamesNoSubscriptionIsIgnored(String key) {
        assertThat(table.readSubscription(key, inForce("u"), SUBSCRIPTION, 7)).isInstanceOf(TableChange.Ignored.class);
        assertThat(table.readSubscription(key, headers(), null, 8)).isInstanceOf(TableChange.Ignored.class);
    }

    @Test
    void aRecordOfAnotherToolWaitsToBeCompleted() {
        assertThat(table.readSubscription("shop/audit", headers(), SUBSCRIPTION, 7))
                .isInstanceOf(TableChange.SubscriptionIncomplete.class);
        assertThat(table.subscription(new SubscriptionKey("shop", "audit"))).isEmpty();
        table.readSubscription("shop/billing", headers(HeaderNames.SUBSCRIPTION_UID, "u9"), SUBSCRIPTION, 8);
        assertThat(table.subscription(BILLING))
                .hasValueSatisfying(entry -> assertThat(entry.uid()).isEqualTo("u1"));
    }

    @Test
    void anIncompleteSubscriptionIsReported() {
        for (var headers : List.of(
                headers(),
                headers(HeaderNames.SUBSCRIPTION_UID, "u9"),
                headers(HeaderNames.PROVISIONING_STATE, "Succeeded"),
                headers(HeaderNames.SUBSCRIPTION_UID, "u9", HeaderNames.PROVISIONING_STATE, "Great"),
                headers(HeaderNames.PROVISIONING_STATE, "Succeeded").add(HeaderNames.SUBSCRIPTION_UID, null))) {
            assertThat(table.readSubscription("shop/billing", headers, SUBSCRIPTION, 7))
                    .isInstanceOfSatisfying(
                            TableChange.SubscriptionIncomplete.class,
                            incomplete -> assertThat(incomplete.offset()).isEqualTo(7));
            assertThat(table.problem(BILLING)).contains("its owner has not completed it yet");
        }
    }

    @Test
    void theFormatOfThisReleaseIsRead() {
        var change = table.readSubscription(
                "shop/billing", inForce("u2").add(HeaderNames.FORMAT, bytes("1")), SUBSCRIPTION, 7);
        var entry = table.subscription(BILLING).orElseThrow();
        assertThat(entry.uid()).isEqualTo("u2");
        assertThat(change).isEqualTo(new TableChange.SubscriptionPut(entry));
        assertThat(table.readTopic("news", headers(HeaderNames.FORMAT, "1"), TOPIC, 8))
                .isEqualTo(new TableChange.TopicPut(table.topic("news").orElseThrow()));
        assertThat(table.topics()).extracting(topic -> topic.topic().name()).containsExactly("news", "shop");
    }

    @Test
    void aFormatThatIsNotKnownIsNotGuessedAt() {
        var sentence = "header tidings-format is \"2\", this release reads \"1\"";
        assertThat(table.readTopic("shop", headers(HeaderNames.FORMAT, "2"), TOPIC, 7))
                .isEqualTo(new TableChange.Ignored("shop", sentence, 7));
        assertThat(table.topicProblem("shop")).contains(sentence);
        assertThat(table.readSubscription("shop/billing", headers(HeaderNames.FORMAT, "2"), SUBSCRIPTION, 8))
                .isEqualTo(new TableChange.Ignored("shop/billing", sentence, 8));
        table.readTopic("shop", headers(), TOPIC, 9);
        assertThat(table.topicProblem("shop")).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(ProvisioningState.class)
    void everyStateIsReadBackByItsWord(ProvisioningState state) {
        var headers = headers(HeaderNames.SUBSCRIPTION_UID, "u2", HeaderNames.PROVISIONING_STATE, state.wireName());
        table.readSubscription("shop/billing", headers, SUBSCRIPTION, 7);
        assertThat(table.subscription(BILLING))
                .hasValueSatisfying(entry -> assertThat(entry.state()).isEqualTo(state));
    }

    @Test
    void oneKeyAloneIsNoKey() {
        for (var name : List.of(HeaderNames.KEY_1, HeaderNames.KEY_2)) {
            table.readTopic("shop", headers(name, "k"), TOPIC, 7);
            assertThat(table.topic("shop"))
                    .hasValueSatisfying(entry -> assertThat(entry.keys()).isNull());
        }
    }

    @Test
    void aTopicOfAnotherToolHasNoKeys() {
        table.readTopic("foreign", headers(), TOPIC, 7);
        assertThat(table.topic("foreign"))
                .hasValueSatisfying(entry -> assertThat(entry.keys()).isNull());
    }

    /** B-SUB-3. */
    @Test
    void theStateOfTheHandshakeIsReadBack() {
        for (var provisioning : List.of(
                Provisioning.succeeded(null),
                Provisioning.succeeded(120),
                new Provisioning(ProvisioningState.CREATING, false, NOON, "code", null, null, null),
                new Provisioning(ProvisioningState.AWAITING_MANUAL_ACTION, true, NOON, "code", "why", null, null),
                new Provisioning(ProvisioningState.FAILED, true, null, null, "why", 3, null))) {
            var headers = ProvisioningHeaders.write(provisioning).add(HeaderNames.SUBSCRIPTION_UID, bytes("u2"));
            table.readSubscription("shop/billing", headers, SUBSCRIPTION, 7);
            assertThat(table.subscription(BILLING))
                    .hasValueSatisfying(
                            entry -> assertThat(entry.provisioning()).isEqualTo(provisioning));
            assertThat(provisioning.toString()).doesNotContain("code");
        }
    }

    @ParameterizedTest
    @CsvSource({"tidings-provisioning-since,noon", "tidings-allowed-rate,0", "tidings-allowed-rate,many"})
    void headersOfAnotherToolAreNotTrusted(String name, String value) {
        table.readSubscription("shop/billing", inForce("u2").add(name, bytes(value)), SUBSCRIPTION, 7);
        assertThat(table.subscription(BILLING))
                .hasValueSatisfying(entry ->
                        assertThat(entry.provisioning()).isEqualTo(Provisioning.in(ProvisioningState.SUCCEEDED)));
    }

    /** B-SUB-3: a new subscription matches nothing before it succeeded, a re-pointed one goes on matching. */
    @ParameterizedTest(name = "{0}, agreed before: {1}")
    @CsvSource({
        "CREATING, false, false, false",
        "AWAITING_MANUAL_ACTION, false, false, false",
        "FAILED, false, false, false",
        "UPDATING, true, true, false",
        "AWAITING_MANUAL_ACTION, true, true, false",
        "FAILED, true, true, false",
        "SUCCEEDED, true, true, true"
    })
    void theStateDecidesWhetherEventsAreMatchedAndSent(
            ProvisioningState state, boolean established, boolean matches, boolean delivers) {
        var provisioning = new Provisioning(state, established, null, null, null, null, null);
        assertThat(provisioning.matches()).isEqualTo(matches);
        assertThat(provisioning.delivers()).isEqualTo(delivers);
    }

    @Test
    void aDeletedResourceIsNotFound() {
        assertThat(table.readSubscription("shop/billing", headers(), null, 7))
                .isEqualTo(new TableChange.SubscriptionRemoved(BILLING));
        assertThat(table.readTopic("shop", headers(), null, 8)).isEqualTo(new TableChange.TopicRemoved("shop"));
        assertThat(table.subscription(BILLING)).isEmpty();
        assertThat(table.topics()).isEmpty();
    }

    @Test
    void keysOfATopicAreNotPrinted() {
        assertThat(table.topic("shop").orElseThrow().toString()).doesNotContain("k1", "k2");
    }

    private static Headers inForce(String uid) {
        return headers(HeaderNames.SUBSCRIPTION_UID, uid, HeaderNames.PROVISIONING_STATE, "Succeeded");
    }

    private static Headers headers(String... namesAndValues) {
        var headers = new RecordHeaders();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            headers.add(namesAndValues[i], bytes(namesAndValues[i + 1]));
        }
        return headers;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }
}
