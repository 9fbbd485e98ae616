package io.tidings.ingest.timeline;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidings.contract.RetryLadder;
import io.tidings.contract.TimeScale;
import io.tidings.contract.Topics;
import io.tidings.contract.address.EndpointRules;
import io.tidings.contract.counts.CountsTable;
import io.tidings.contract.delivery.EventSource;
import io.tidings.contract.event.EventReader;
import io.tidings.contract.event.KafkaEvents;
import io.tidings.contract.event.TopicIds;
import io.tidings.contract.subscription.SubscriptionJson;
import io.tidings.contract.table.ResourceTable;
import io.tidings.contract.timeline.TimelineEntry.Rejection;
import io.tidings.contract.timeline.TimelineQuery;
import io.tidings.contract.timeline.TimelineQuery.Rejected;
import io.tidings.contract.timeline.TimelineQuery.Selection;
import io.tidings.contract.timeline.TimelineResult;
import io.tidings.contract.timeline.TimelineResult.Row;
import io.tidings.ingest.access.Principal;
import io.tidings.ingest.audit.ManagedRequest;
import io.tidings.ingest.http.Body;
import io.tidings.ingest.http.Request;
import io.tidings.ingest.http.Response;
import io.tidings.runtime.kafka.KafkaClients;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;

/** The lists of rejected events. */
class RejectedListTest {
    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");
    private static final EventSource SOURCE = new EventSource("tidings.events", 0, 41);
    private static final ObjectMapper JSON = new ObjectMapper();

    private final ResourceTable table = new ResourceTable(new SubscriptionJson(new EndpointRules(true)));
    private final List<TimelineQuery> asked = new ArrayList<>();

    private TimelineApi api(TimelineResult result) {
        return new TimelineApi(
                query -> {
                    asked.add(query);
                    return result;
                },
                table,
                new CountsTable(),
                new SourceRecords(KafkaClients.of("127.0.0.1:1"), new Topics("none.")),
                new KafkaEvents(new EventReader(new TopicIds(TopicIds.DEFAULT_FORMAT))),
                new RetryLadder(TimeScale.REAL),
                () -> NOON.plusSeconds(59));
    }

    private static ManagedRequest get(String path, String query) {
        var request =
                new Request("GET", path, query, "h", false, "127.0.0.1", Map.of(), () -> new Body.Whole(new byte[0]));
        return new ManagedRequest(request, Principal.admin(), "GET", Map.of(), Clock.systemUTC());
    }

    private static JsonNode json(Response response) throws IOException {
        return JSON.readTree(response.body());
    }

    private static TimelineResult rejections(String... ids) {
        var rows = new ArrayList<Row>();
        for (var id : ids) {
            var rejection = new Rejection("orders", id, SOURCE, NOON, "WrongSchema", "no subject");
            rows.add(new Row("00", rejection, List.of()));
        }
        return new TimelineResult(List.of(1), rows, Map.of(), Duration.ofMillis(250), List.of());
    }

    @Test
    void rejectedEventsAreListedInPages() throws IOException {
        var json = json(api(rejections("1", ""))
                .rejected("orders", get("/topics/orders/rejected", "$top=2&reason=WrongSchema&eventId=1")));
        assertThat(asked)
                .containsExactly(new Rejected("orders", new Selection("WrongSchema", null, null, "1", null, 2)));
        assertThat(json.path("value").path(0)).hasToString("""
            {"eventId":"1","source":"tidings.events-0@41","time":"2026-11-21T12:00:00Z","reason":"WrongSchema",\
            "error":"no subject"}\
            """);
        assertThat(json.path("value").path(1).has("eventId")).isFalse();
        assertThat(json.path("nextLink").asText()).startsWith("http://h/topics/orders/rejected?$top=2");
        assertThat(json.path("behindMs").asInt()).isEqualTo(250);
    }

    @Test
    void nothingIsKnownOfAnUnknownTopic() {
        assertThat(api(rejections()).rejected("orders", get("/", "")).status()).isEqualTo(404);
        assertThat(api(rejections("1")).rejected("orders", get("/", "")).status())
                .isEqualTo(200);
        var topic = "{\"properties\":{\"inputSchema\":\"EventGridSchema\"}}".getBytes(UTF_8);
        table.readTopic("orders", new RecordHeaders(), topic, 0);
        assertThat(api(rejections()).rejected("orders", get("/", "")).status()).isEqualTo(200);
    }
}
