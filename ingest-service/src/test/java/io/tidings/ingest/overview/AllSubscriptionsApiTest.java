package io.tidings.ingest.overview;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidings.contract.HeaderNames;
import io.tidings.contract.HeaderText;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.address.EndpointRules;
import io.tidings.contract.counts.CountedSubscription;
import io.tidings.contract.counts.CountsRecord;
import io.tidings.contract.counts.CountsTable;
import io.tidings.contract.counts.DeliveryCounts;
import io.tidings.contract.subscription.SubscriptionJson;
import io.tidings.contract.table.EndpointHealthTable;
import io.tidings.contract.table.ResourceTable;
import io.tidings.contract.timeline.TimelineResult;
import io.tidings.contract.timeline.TimelineResult.Waiting;
import io.tidings.ingest.access.Principal;
import io.tidings.ingest.audit.ManagedRequest;
import io.tidings.ingest.health.OldestWaiting;
import io.tidings.ingest.health.PresentSubscriptions;
import io.tidings.ingest.health.RecentDeliveries;
import io.tidings.ingest.http.Body;
import io.tidings.ingest.http.Request;
import io.tidings.ingest.http.Response;
import io.tidings.runtime.timeline.TimelineUnavailableException;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AllSubscriptionsApiTest {
    private static final Instant NOON = Instant.parse("2026-11-22T12:00:00Z");
    private static final InstantSource CLOCK = () -> NOON;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final ResourceTable table = new ResourceTable(new SubscriptionJson(new EndpointRules(true)));
    private final CountsTable counts = new CountsTable();
    private final RecentDeliveries unknown = new RecentDeliveries(
            query -> {
                throw new TimelineUnavailableException("nobody can say " + query);
            },
            CLOCK);
    private final AllSubscriptionsApi api = new AllSubscriptionsApi(
            new PresentSubscriptions(table, new EndpointHealthTable(), counts, unknown),
            new OldestWaiting(
                    _ -> new TimelineResult(
                            List.of(0),
                            List.of(),
                            Map.of("u1", new Waiting(1, NOON.minusSeconds(60), NOON)),
                            null,
                            List.of()),
                    CLOCK),
            CLOCK);

    @BeforeEach
    void subscribe() {
        for (var name : List.of("orders/idle", "orders/fine", "orders/bad", "invoices/worse")) {
            var topic = name.substring(0, name.indexOf('/'));
            table.readTopic(topic, new RecordHeaders(), "{\"properties\":{}}".getBytes(UTF_8), 0);
            var host = topic + ".example:8443";
            var json = "{\"properties\":{\"destination\":{\"endpointType\":\"WebHook\",\"properties\":"
                    + "{\"endpointUrl\":\"https://" + host + "/hook?code=1\"}}}}";
            var headers = new RecordHeaders();
            HeaderText.set(headers, HeaderNames.SUBSCRIPTION_UID, "u1");
            HeaderText.set(headers, HeaderNames.PROVISIONING_STATE, "Succeeded");
            table.readSubscription(name, headers, json.getBytes(UTF_8), 1);
        }
        count(Map.of(
                "orders/fine", new DeliveryCounts(9, 0, 9, 0, 0, NOON, NOON),
                "orders/bad", new DeliveryCounts(9, 0, 0, 9, 0, NOON, null),
                "invoices/worse", new DeliveryCounts(9, 0, 0, 9, 0, NOON, null)));
    }

    private void count(Map<String, DeliveryCounts> counted) {
        var all = new HashMap<CountedSubscription, DeliveryCounts>();
        counted.forEach((name, each) -> {
            var key = SubscriptionKey.parse(name).orElseThrow();
            all.put(new CountedSubscription(key, "u1"), each);
        });
        var record = new CountsRecord(0, all);
        assertThat(counts.read(0, record.key(), record.value())).isEmpty();
    }

    private Response get(String query) {
        var request = new Request(
                "GET",
                "/eventSubscriptions",
                query,
                "h",
                false,
                "127.0.0.1",
                Map.of(),
                () -> new Body.Whole(new byte[0]));
        return api.list(new ManagedRequest(request, Principal.admin(), "GET", Map.of(), Clock.systemUTC()));
    }

    private List<String> names(String query) throws IOException {
        return JSON.readTree(get(query).body()).path("value").findValuesAsText("name");
    }

    @Test
    void theMostUrgentComeFirst() throws IOException {
        var json = JSON.readTree(get("").body());
        assertThat(json.path("total").asInt()).isEqualTo(4);
        assertThat(json.path("value").findValuesAsText("health"))
                .containsExactly("Failing", "Failing", "Delivering", "NoTraffic");
        assertThat(json.path("value").path(0)).hasToString("""
            {"topic":"invoices","name":"worse","health":"Failing",\
            "reason":"the last event was given up, and none was delivered since","host":"invoices.example:8443",\
            "waiting":0,"deadLettered":9}\
            """);
    }

    /** #35 */
    @Test
    void theOldestIsShownOfThoseForWhichSomethingWaits() {
        count(Map.of("orders/idle", new DeliveryCounts(1, 0, 0, 0, 0, NOON, null)));
        await().atMost(Duration.ofMinutes(1))
                .untilAsserted(() -> assertThat(
                                JSON.readTree(get("").body()).path("value").findValuesAsText("oldest"))
                        .containsExactly("2026-11-22T11:59:00Z"));
    }

    @Test
    void theyAreSelectedByHealthTopicHostAndName() throws IOException {
        assertThat(names("health=failing")).containsExactly("worse", "bad");
        assertThat(names("topic=orders&health=Failing")).containsExactly("bad");
        assertThat(names("host=INVOICES")).containsExactly("worse");
        assertThat(names("find=rs%2Ff")).containsExactly("fine");
        assertThat(names("topic=order")).isEmpty();
    }

    @Test
    void aPageEndsAtItsTop() throws IOException {
        var first = JSON.readTree(get("$top=3&health=").body());
        assertThat(first.path("value")).hasSize(3);
        assertThat(first.path("nextLink").asText())
                .isEqualTo("http://h/eventSubscriptions?$top=3&health=&%24skiptoken=3");
        assertThat(names("$top=3&$skiptoken=3")).containsExactly("idle");
    }

    @Test
    void unknownWordsAreRefused() {
        for (var query : List.of("health=Well", "$top=0", "$skiptoken=x")) {
            assertThat(get(query).status()).as(query).isEqualTo(400);
        }
    }
}
