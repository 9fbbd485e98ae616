package io.tidings.ingest.timeline;

import static io.tidings.ingest.timeline.TimelineExamples.NOON;
import static io.tidings.ingest.timeline.TimelineExamples.SOURCE;
import static io.tidings.ingest.timeline.TimelineExamples.putSubscription;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidings.contract.address.EndpointRules;
import io.tidings.contract.event.EventReader;
import io.tidings.contract.event.KafkaEvents;
import io.tidings.contract.event.TopicIds;
import io.tidings.contract.subscription.SubscriptionJson;
import io.tidings.contract.table.EventTypeTable;
import io.tidings.contract.table.ResourceSecrets;
import io.tidings.contract.table.ResourceTable;
import java.util.Set;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** B-TIME-1: an event that a subscription did not get is matched again, to say why. */
class MatchTrialTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final ResourceTable table = new ResourceTable(
            new SubscriptionJson(new EndpointRules(true)), ResourceSecrets.unopened(), EventTypeTable.kept());
    private final KafkaEvents events = new KafkaEvents(new EventReader(new TopicIds(TopicIds.DEFAULT_FORMAT)));

    @Test
    void presentSubscriptionsAreAskedWhyTheyDidNotMatch() {
        var topic = "{\"properties\":{\"inputSchema\":\"EventGridSchema\"}}".getBytes(UTF_8);
        table.readTopic("orders", new RecordHeaders(), topic, 0);
        putSubscription(table, "billing", "{}");
        putSubscription(table, "fast", "{}");
        putSubscription(table, "audit", "{\"subjectBeginsWith\":\"/eu/\"}");
        var event = """
            {"id":"1","subject":"/us/7","eventType":"Paid","eventTime":"2026-11-21T12:00:00Z","data":{},\
            "dataVersion":"1"}\
            """.getBytes(UTF_8);
        var json = JSON.createObjectNode();
        var entry = table.topic("orders").orElseThrow();
        new MatchTrial(events, entry, "1", table.subscriptions("orders"), true)
                .write(
                        json,
                        new RetainedRecord(SOURCE, NOON, null, new RecordHeaders(), event),
                        Set.of("billing"),
                        NOON);
        var other = JSON.createObjectNode();
        new MatchTrial(events, entry, "2", table.subscriptions("orders"), true)
                .write(
                        other,
                        new RetainedRecord(SOURCE, NOON, null, new RecordHeaders(), event),
                        Set.of("billing"),
                        NOON);
        assertThat(other).isEmpty();
        assertThat(json.path("matchedWithoutRecord")).hasToString("[\"fast\"]");
        assertThat(json.path("notMatched").findValuesAsText("subscription")).containsExactly("audit");
        assertThat(json.path("notMatched").path(0).path("why").asText()).contains("subjectBeginsWith");
    }

    /** B-TYPE-1. */
    @ParameterizedTest
    @CsvSource({"warn, true", "reject, false", "off, false"})
    void aTopicThatOnlyWarnsSaysWhichRuleTheDataBreaks(String check, boolean said) {
        var topic = ("{\"properties\":{\"tidings\":{\"check\":\"" + check + "\"}}}").getBytes(UTF_8);
        var type = "{\"properties\":{\"dataSchema\":{\"required\":[\"n\"]}}}".getBytes(UTF_8);
        table.readTopic("orders", new RecordHeaders(), topic, 0);
        table.readTopic("orders/eventTypes/Paid", new RecordHeaders(), type, 1);
        var event = """
            {"id":"1","subject":"/us/7","eventType":"Paid","eventTime":"2026-11-21T12:00:00Z","data":{"secret":1},\
            "dataVersion":"1"}\
            """.getBytes(UTF_8);
        var json = JSON.createObjectNode();
        new MatchTrial(events, table.topic("orders").orElseThrow(), "1", table.subscriptions("orders"), false)
                .write(json, new RetainedRecord(SOURCE, NOON, null, new RecordHeaders(), event), Set.of(), NOON);
        assertThat(json.path("schemaMismatch").asText())
                .isEqualTo(said ? "the data of event 1 breaks /required/0 of the schema (event type Paid)" : "");
    }
}
