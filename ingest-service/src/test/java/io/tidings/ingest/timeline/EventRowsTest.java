package io.tidings.ingest.timeline;

import static io.tidings.ingest.timeline.TimelineExamples.NOON;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.contract.HeaderNames;
import io.tidings.contract.HeaderText;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.Topics;
import io.tidings.contract.address.EndpointRules;
import io.tidings.contract.delivery.EventSource;
import io.tidings.contract.event.TopicIds;
import io.tidings.contract.json.Validated;
import io.tidings.contract.matching.CompiledSubscription;
import io.tidings.contract.subscription.SubscriptionJson;
import io.tidings.contract.table.ResourceTable;
import io.tidings.ingest.http.Body;
import io.tidings.ingest.http.Request;
import io.tidings.runtime.Settings;
import io.tidings.runtime.kafka.AllowedSources;
import io.tidings.testbed.HostileJson;
import java.net.URLEncoder;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** B-SEE-3: which events a list shows, and what of them. */
class EventRowsTest {
    private static final Topics TOPICS = new Topics("tidings.");
    private static final TopicRecords OF_TOPICS = new TopicRecords(
            TOPICS,
            AllowedSources.of(Settings.of(new ConfigDef(), AllowedSources.PREFIXES, Map.of()), TOPICS),
            new TopicIds(TopicIds.DEFAULT_FORMAT));

    private final ResourceTable table = new ResourceTable(new SubscriptionJson(new EndpointRules(true)));

    private Optional<ObjectNode> row(String tidings, String query, RetainedRecord record) {
        var json = "{\"properties\":{\"inputSchema\":\"EventGridSchema\",\"tidings\":{" + tidings + "}}}";
        table.readTopic("orders", new RecordHeaders(), json.getBytes(UTF_8), 0);
        var topic = table.topic("orders").orElseThrow().topic();
        var asked = query(topic.name(), query);
        var subscription = Optional.ofNullable(asked.subscription())
                .flatMap(name -> table.subscription(new SubscriptionKey("orders", name)))
                .map(CompiledSubscription::of)
                .orElse(null);
        return new EventRows(OF_TOPICS, topic, asked, subscription, NOON).row(record);
    }

    private static EventsQuery query(String topic, String query) {
        var request = new Request("GET", "/", query, "h", false, "ip", Map.of(), () -> new Body.Whole(new byte[0]));
        var read = TimelineParameters.events(request, List.of(TOPICS.events(), TOPICS.events(topic)));
        return ((Validated.Valid<EventsQuery>) read).value();
    }

    private static RetainedRecord record(String kafkaTopic, String topic, String value) {
        var headers = new RecordHeaders();
        if (!topic.isEmpty()) {
            HeaderText.set(headers, HeaderNames.TOPIC, topic);
        }
        return new RetainedRecord(new EventSource(kafkaTopic, 3, 1042), NOON, null, headers, value.getBytes(UTF_8));
    }

    private static RetainedRecord event(String data) {
        return record("tidings.events", "orders", """
            {"id":"order-7","subject":"/us/7","eventType":"Order.Placed","eventTime":"2026-11-21T09:30:00Z",\
            "dataVersion":"1","data":%s}\
            """.formatted(data));
    }

    @Test
    void aRowHasNoDataOfTheEvent() {
        assertThat(row("", "", event("{\"card\":\"4111\"}")).orElseThrow()).hasToString("""
            {"source":"tidings.events-3@1042","published":"2026-11-21T12:00:00Z","bytes":137,"eventId":"order-7",\
            "type":"Order.Placed","subject":"/us/7"}\
            """);
    }

    @ParameterizedTest(name = "{0} selects: {1}")
    @CsvSource({
        "'', true",
        "eventId=order-7, true",
        "eventId=order, false",
        "type=placed, true",
        "type=ORDER.P, true",
        "type=sent, false",
        "subject=/US/, true",
        "subject=/eu/, false",
        "from=2026-11-21T12:00:00Z, true",
        "from=2026-11-21T12:00:00.001Z, false",
        "to=2026-11-21T12:00:00Z, false",
        "subscription=us, true",
        "subscription=eu, false",
        "text=4111, true",
        "text=%22CARD%22:%224, true",
        "text=4112, false",
        "text=4111&type=sent, false"
    })
    void everyFilterOfAQueryHasToFit(String query, boolean selected) {
        TimelineExamples.putSubscription(table, "us", "{\"subjectBeginsWith\":\"/us/\"}");
        TimelineExamples.putSubscription(table, "eu", "{\"subjectBeginsWith\":\"/eu/\"}");
        assertThat(row("", query, event("{\"card\":\"4111\"}")).isPresent()).isEqualTo(selected);
    }

    @Test
    void whatIsForOneSubscriptionIsOfNoOther() {
        TimelineExamples.putSubscription(table, "us", "{}");
        var record = event("{}");
        HeaderText.set(record.headers(), HeaderNames.ONLY, "eu");
        assertThat(row("", "subscription=us", record)).isEmpty();
        assertThat(row("", "", record)).isPresent();
    }

    @Test
    void maskedValuesAreNotSearched() {
        var event = event("{\"card\":\"4111\",\"sum\":7}");
        assertThat(row("\"mask\":[\"/data/card\"]", "text=4111", event)).isEmpty();
        assertThat(row("\"mask\":[\"/data/card\"]", "text=%22sum%22:7", event)).isPresent();
        assertThat(row("\"mask\":[\"/data\"]", "text=sum", event)).isEmpty();
    }

    @Test
    void aRecordThatIsNoEventIsShownUnlessAnEventIsAskedFor() {
        var record = record("tidings.events", "orders", "{4111");
        assertThat(row("", "", record).orElseThrow().toString())
                .contains("\"invalid\":\"InvalidJson\"")
                .doesNotContain("4111");
        for (var query : List.of("type=o", "subject=o", "eventId=1", "text=4111")) {
            assertThat(row("", query, record)).as(query).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"tidings.events payroll", "tidings.events ", "tidings.events.payroll orders", "other orders"})
    void nothingOfAnotherTopicIsShown(String kafkaTopicAndName) {
        var parts = kafkaTopicAndName.split(" ", -1);
        assertThat(row("", "", record(parts[0], parts[1], "{}"))).isEmpty();
        assertThat(row("", "", record("tidings.events.orders", "", "{}"))).isPresent();
    }

    @ParameterizedTest
    @EnumSource
    void hostileDataIsSearchedOrNotAndNeverFails(HostileJson hostile) {
        assertThat(row("", "", event(hostile.json()))).isPresent();
        assertThat(row(
                        "\"mask\":[\"/data/a/b\"]",
                        "text=" + URLEncoder.encode("\u202e<b>", UTF_8),
                        event(hostile.json())))
                .isNotNull();
    }

    /** B-DOMAIN-1: a tenant sees no record of another one, whatever Kafka producers leave out. */
    @ParameterizedTest
    @CsvSource({
        "tidings.events, tenants/anna, true, true",
        "tidings.events.tenants, tenants/anna, true, true",
        "tidings.events, tenants/otto, false, true",
        "tidings.events, tenants, false, true",
        "tidings.events.tenants, '', false, true",
        "tidings.events.tenants, tenants, false, true",
        "tidings.events, '', false, false",
        "tidings.events, orders, false, false",
        "tidings.events.orders, tenants/anna, false, false"
    })
    void aRecordIsOfATopicOfADomainOnlyIfItNamesIt(String kafkaTopic, String named, boolean ofTopic, boolean ofDomain) {
        var record = record(kafkaTopic, named, "{}");
        assertThat(TopicRecords.names(TOPICS, "tenants/anna", record)).isEqualTo(ofTopic);
        assertThat(TopicRecords.names(TOPICS, "tenants", record)).isEqualTo(ofDomain);
    }
}
