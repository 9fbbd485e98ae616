package io.tidings.contract;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.address.EndpointRules;
import io.tidings.contract.delivery.EventSource;
import io.tidings.contract.event.DataRules;
import io.tidings.contract.event.Event;
import io.tidings.contract.event.EventDecoder;
import io.tidings.contract.event.EventReader;
import io.tidings.contract.event.EventSchema;
import io.tidings.contract.event.Input;
import io.tidings.contract.event.InputMapping;
import io.tidings.contract.event.KafkaEvents;
import io.tidings.contract.event.ParseResult;
import io.tidings.contract.event.RecordOrigin;
import io.tidings.contract.event.RejectionReason;
import io.tidings.contract.event.TopicIds;
import io.tidings.contract.matching.MatchIndex;
import io.tidings.contract.subscription.EventFilter;
import io.tidings.contract.subscription.RetryPolicy;
import io.tidings.contract.subscription.Subscription;
import io.tidings.contract.subscription.SubscriptionJson;
import io.tidings.contract.subscription.Webhook;
import io.tidings.contract.table.Provisioning;
import io.tidings.contract.table.ProvisioningState;
import io.tidings.contract.table.RequiredTopic;
import io.tidings.contract.table.ResourceHeaders;
import io.tidings.contract.table.ResourceTable;
import io.tidings.contract.table.SubscriptionEntry;
import io.tidings.contract.table.TableChange;
import io.tidings.contract.topic.TopicKeys;
import io.tidings.contract.topic.TopicPattern;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** B-DOMAIN-1: domains, their topics, and whose events these are. */
class DomainTest {
    private static final TopicIds IDS = new TopicIds(TopicIds.DEFAULT_FORMAT);
    private static final String ID = IDS.ofDomain("shop") + "/topics/anna";
    private static final String EVENT = """
        {"id":"1",%s"subject":"s","eventType":"t","eventTime":"2026-11-21T09:30:00Z","dataVersion":"1"}\
        """;
    private static final String RECORD = """
        {"properties":{"destination":{"endpointType":"WebHook","properties":{"endpointUrl":"https://e.example/hook"}}}}\
        """;

    private static final String DOMAIN = "{\"properties\":{\"autoCreateTopicWithFirstSubscription\":true}}";

    private static final RecordOrigin ORIGIN =
            new RecordOrigin(new EventSource("events", 0, 7), Instant.parse("2026-11-21T09:30:00Z"));

    private final EventReader reader = new EventReader(IDS);
    private final ResourceTable table = new ResourceTable(new SubscriptionJson(new EndpointRules(true)));
    private final MatchIndex index = new MatchIndex();

    private static Input domain(EventSchema schema, InputMapping mapping) {
        return new Input("shop", schema, mapping, DataRules.NONE, true);
    }

    private ParseResult eventGrid(String topic) {
        return reader.one(
                domain(EventSchema.EVENT_GRID, InputMapping.NONE),
                EVENT.formatted(topic).getBytes(UTF_8));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "anna",
                "/subscriptions/00000000-0000-0000-0000-000000000000/resourceGroups/tidings/providers/Microsoft.EventGrid"
                    + "/domains/shop/topics/anna",
                "/subscriptions/s/resourcegroups/g/providers/microsoft.eventgrid/domains/Shop/topics/anna"
            })
    void anEventNamesItsTopicByNameOrId(String topic) {
        var event = valid(eventGrid("\"topic\":\"" + topic + "\","));
        assertThat(event.source()).isEqualTo(ID);
        assertThat(new String(event.json(), UTF_8)).contains("\"topic\":\"" + ID + "\"");
        assertThat(domain(EventSchema.EVENT_GRID, InputMapping.NONE).topicOf(event))
                .isEqualTo("shop/anna");
        assertThat(valid(reader.one(Input.of("shop/anna", EventSchema.EVENT_GRID), event.json()))
                        .json())
                .isEqualTo(event.json());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "\"topic\":null,",
                "\"topic\":7,",
                "\"topic\":\"\",",
                "\"topic\":\"an\",",
                "\"topic\":\"anna/otto\",",
                "\"topic\":\"a_a\",",
                "\"topic\":\"eventTypes\",",
                "\"topic\":\"123456789012345678901234567890123456789012345678901\",",
                "\"topic\":\"/subscriptions/s/resourceGroups/g/providers/Microsoft.EventGrid/domains/other/topics/anna\","
            })
    void anEventThatNamesNoTopicIsRefusedWithMemberAndRule(String topic) {
        var invalid = (ParseResult.Invalid) eventGrid(topic);
        assertThat(invalid.reason()).isEqualTo(RejectionReason.NO_TOPIC);
        assertThat(invalid.sentence())
                .startsWith("topic is ")
                .contains("required property 'topic' needs to be a full resource id or the name of the domain topic")
                .contains("3 to 50 letters, digits and -");
    }

    @Test
    void aCloudEventKeepsItsSource() {
        var input = domain(EventSchema.CLOUD_EVENTS, InputMapping.NONE);
        for (var source : List.of("anna", ID)) {
            var json = "{\"specversion\":\"1.0\",\"id\":\"1\",\"type\":\"t\",\"source\":\"" + source + "\"}";
            var event = valid(reader.one(input, json.getBytes(UTF_8)));
            assertThat(new String(event.json(), UTF_8)).isEqualTo(json);
            assertThat(input.topicOf(event)).isEqualTo("shop/anna");
        }
    }

    @Test
    void aMappedFieldNamesTheTopicOfACustomEvent() {
        var none = InputMapping.Field.NONE;
        var text = new InputMapping.Field(null, "x");
        var mapping = new InputMapping(none, new InputMapping.Field("tenant", null), none, text, text, text);
        var input = domain(EventSchema.CUSTOM, mapping);
        var event = valid(reader.one(input, "{\"tenant\":\"anna\"}".getBytes(UTF_8)));
        assertThat(event.source()).isEqualTo(ID);
        assertThat(input.topicOf(event)).isEqualTo("shop/anna");
        var invalid = (ParseResult.Invalid) reader.one(input, "{\"tenant\":\"a b\"}".getBytes(UTF_8));
        assertThat(invalid.sentence()).startsWith("tenant is \"a b\": required property 'tenant'");
    }

    @ParameterizedTest
    @CsvSource({"events, shop, anna", "events, shop/anna, anna", "events.shop, , anna", "events.shop, shop/anna, "})
    void aKafkaProducerNamesTheDomainOrTheTopic(String kafkaTopic, @Nullable String header, @Nullable String member) {
        index.apply(table.readTopic("shop", new RecordHeaders(), DOMAIN.getBytes(UTF_8), 0));
        var decoder = new EventDecoder(new Topics(""), null, index::input, new KafkaEvents(reader));
        var headers = new RecordHeaders();
        if (header != null) {
            headers.add(HeaderNames.TOPIC, header.getBytes(UTF_8));
        }
        var json = EVENT.formatted(member == null ? "" : "\"topic\":\"" + member + "\",");
        var result = decoder.read(kafkaTopic, ORIGIN, headers, json.getBytes(UTF_8));
        assertThat(result)
                .isInstanceOfSatisfying(
                        EventDecoder.Result.Decoded.class,
                        decoded -> assertThat(decoded.topic()).isEqualTo("shop/anna"));
    }

    @Test
    void aSubscriptionOfTheDomainGetsTheEventsOfAllItsTopics() {
        index.apply(table.readTopic("shop", new RecordHeaders(), DOMAIN.getBytes(UTF_8), 0));
        index.apply(subscription("shop/all"));
        index.apply(subscription("shop/anna/hers"));
        index.apply(subscription("shop/anna/all"));
        index.apply(subscription("shop/otto/his"));
        assertThat(keys("shop/anna")).containsExactlyInAnyOrder("shop/all", "shop/anna/hers", "shop/anna/all");
        assertThat(keys("shop/nobody-made")).containsExactly("shop/all");
        assertThat(index.count("shop/anna")).isEqualTo(3);
        assertThat(index.candidates("shop/anna", "t")).hasSize(3);
        assertThat(only("all")).containsExactly("shop/anna/all");
        assertThat(only("shop/all")).containsExactly("shop/all");
        index.apply(new TableChange.SubscriptionRemoved(key("shop/all")));
        assertThat(keys("shop/anna")).containsExactlyInAnyOrder("shop/anna/hers", "shop/anna/all");
        assertThat(index.input("shop/a b")).isEmpty();
        assertThat(index.input("shopper/anna")).isEmpty();
    }

    @Test
    void aTopicOfADomainHasItsKeysAndSchema() {
        var headers = new RecordHeaders();
        ResourceHeaders.ofTopic(new TopicKeys("one", "two"), null).forEach(headers::add);
        assertThat(table.readTopic("shop/anna", new RecordHeaders(), "{}".getBytes(UTF_8), 0))
                .isEqualTo(new TableChange.DomainTopicChanged(new DomainTopic("shop", "anna")));
        assertThat(table.topic("shop/anna")).isEmpty(); // compaction may put the domain behind its topics
        table.readTopic("shop", headers, DOMAIN.getBytes(UTF_8), 1);
        var anna = table.topic("shop/anna").orElseThrow();
        assertThat(anna.topic().name()).isEqualTo("shop/anna");
        assertThat(anna.keys()).isEqualTo(new TopicKeys("one", "two"));
        assertThat(anna.input()).isEqualTo(Input.of("shop/anna", EventSchema.EVENT_GRID));
        assertThat(table.topic("shop/otto")).isEmpty();
        assertThat(table.topicOrNew("shop/otto")).isPresent();
        assertThat(table.domainTopics("shop")).containsExactly("shop/anna");
        assertThat(table.topics()).hasSize(1);
        table.readTopic("shop/anna", new RecordHeaders(), null, 2);
        assertThat(table.domainTopicCount()).isZero();
    }

    /** Another instance may delete a topic with its last subscription while this one writes the next. */
    @Test
    void aTopicIsThereAsLongAsItHasSubscriptions() {
        table.readTopic("shop", new RecordHeaders(), DOMAIN.getBytes(UTF_8), 0);
        table.readTopic("shop/anna", new RecordHeaders(), "{}".getBytes(UTF_8), 1);
        write("shop/anna/hers", RECORD);
        table.readTopic("shop/anna", new RecordHeaders(), null, 2);
        assertThat(table.topic("shop/anna")).isPresent();
        assertThat(table.domainTopics("shop")).containsExactly("shop/anna");
        write("shop/anna/next", RECORD);
        write("shop/anna/next", RECORD);
        assertThat(table.subscriptionsToDomainTopics()).isEqualTo(2);
        write("shop/anna/hers", null);
        assertThat(table.topic("shop/anna")).isPresent();
        write("shop/anna/next", null);
        assertThat(table.topic("shop/anna")).isEmpty();
        assertThat(table.domainTopics("shop")).isEmpty();
        assertThat(table.subscriptionsToDomainTopics()).isZero();
        write("shop/all", RECORD);
        assertThat(table.domainTopics("shop")).isEmpty();
    }

    private void write(String key, @Nullable String record) {
        var headers = new RecordHeaders(
                ResourceHeaders.ofSubscription("u", Provisioning.succeeded(null), Set.of(), null, null));
        table.readSubscription(key, headers, record == null ? null : record.getBytes(UTF_8), 3);
    }

    /** Their own events would get a domain's tenants, and the notices about their dead letters would never end. */
    @ParameterizedTest
    @ValueSource(strings = {"shop", "shop/anna"})
    void noticesOfTidingsGoToNoDomain(String name) {
        table.readTopic("shop", new RecordHeaders(), DOMAIN.getBytes(UTF_8), 0);
        assertThat(new RequiredTopic(name, EventSchema.EVENT_GRID).problem(table))
                .hasValueSatisfying(problem -> assertThat(problem).contains("is of a domain"));
        assertThat(RequiredTopic.creation("shop/anna")).isEqualTo("with PUT /domains/shop/topics/anna");
    }

    @ParameterizedTest
    @CsvSource({
        "shop, shop/anna, true",
        "shop*, shop/anna, true",
        "*, shop/anna, true",
        "*anna, shop/anna, false",
        "shop/*, shop/anna, true",
        "shop/*, shop, false",
        "shop/anna, shop/anna, true",
        "shop/a*, shop/anna, true",
        "*/anna, shop/anna, true",
        "shop/anna, shop/otto, false",
        "shop/anna, shop, false"
    })
    void aRoleForADomainIsOneForItsTopicsAndNotTheReverse(String pattern, String topic, boolean matches) {
        assertThat(TopicPattern.parse(pattern).orElseThrow().matches(topic)).isEqualTo(matches);
    }

    @Test
    void eachScopeHasKeysOfItsOwn() {
        assertThat(key("shop/anna/hers")).isEqualTo(new SubscriptionKey("shop/anna", "hers"));
        assertThat(key("shop/anna/hers").gets("shop/anna")).isTrue();
        assertThat(key("shop/hers").gets("shop/anna")).isTrue();
        assertThat(key("shop/anna/hers").gets("shop")).isFalse();
        assertThat(key("shop/hers").gets("shopper/anna")).isFalse();
    }

    @Test
    void idsOfDomainsFollowTheFormatOfTopics() {
        var ids = new TopicIds("urn:{topic}");
        assertThat(ids.ofDomain("shop")).isEqualTo("urn:domains/shop");
        assertThat(ids.idOf("shop/anna")).isEqualTo("urn:domains/shop/topics/anna");
    }

    private static Event valid(ParseResult result) {
        assertThat(result).isInstanceOf(ParseResult.Valid.class);
        return ((ParseResult.Valid) result).only();
    }

    private List<String> keys(String topic) {
        return index.candidates(topic).stream()
                .map(each -> each.key().toString())
                .toList();
    }

    private List<String> only(String named) {
        return index.candidate("shop/anna", named).stream()
                .map(each -> each.key().toString())
                .toList();
    }

    private static SubscriptionKey key(String text) {
        return Optional.of(text).flatMap(SubscriptionKey::parse).orElseThrow();
    }

    private static TableChange subscription(String key) {
        var subscription = new Subscription(
                key(key),
                new Webhook(URI.create("https://example.com/hook")),
                EventFilter.EVERYTHING,
                null,
                RetryPolicy.DEFAULT,
                null,
                null,
                List.of());
        return new TableChange.SubscriptionPut(
                new SubscriptionEntry(subscription, "u", ProvisioningState.SUCCEEDED, 0));
    }
}
