package io.tidings.ingest.it;

import static io.tidings.ingest.it.Responses.json;
import static io.tidings.ingest.it.Responses.refused;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.HeaderNames;
import io.tidings.contract.HeaderText;
import io.tidings.contract.Topics;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** B-DOMAIN-1: a domain has one endpoint and two keys for the topics of all tenants. */
class DomainIT {
    private static final Topics TOPICS = new Topics("domain.");
    private static final String AZURE = "/subscriptions/s/resourceGroups/g/providers/Microsoft.EventGrid";
    private static final String VERSION = "?api-version=2025-02-15";
    private static final String SUBSCRIPTION = """
        {"properties":{"destination":{"endpointType":"WebHook","properties":{"endpointUrl":"https://e.example/hook"}}}}\
        """;
    private static final String EVENT = """
        {"id":"1","topic":"%s","subject":"/o/1","eventType":"t","eventTime":"2026-11-21T09:30:00Z","dataVersion":"1"}\
        """;

    @TempDir
    private static Path folder;

    private static IngestFixture ingest;

    @BeforeAll
    static void start() throws IOException {
        var tokens = TokenLines.line("tenant-admin", "tenant", "admin", "shop/anna")
                + TokenLines.line("all-admin", "all", "admin", "shop*");
        ingest = IngestFixture.under(
                TOPICS,
                Map.of(
                        "tokens.file",
                        Files.writeString(folder.resolve("tokens"), tokens).toString(),
                        "http.wrong.key.delay",
                        "0s"));
    }

    @AfterAll
    static void stop() {
        ingest.close();
    }

    private static HttpResponse<String> created(String path, String body) {
        var response = ingest.manage("PUT", path, body);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(201);
        return response;
    }

    private static HttpResponse<String> publish(String domain, String contentType, String body, String... more) {
        var key = json(ingest.manage("POST", "/domains/" + domain + "/listKeys", ""))
                .path("key1")
                .textValue();
        var headers = new String[more.length + 4];
        headers[0] = "aeg-sas-key";
        headers[1] = key;
        headers[2] = "Content-Type";
        headers[3] = contentType;
        System.arraycopy(more, 0, headers, 4, more.length);
        return ingest.post("/domains/" + domain + "/api/events", body, headers);
    }

    @Test
    void eachEventNamesItsTopicAndGetsItsId() {
        created("/domains/grid", "{}");
        var id = json(ingest.manage("PUT", "/domains/grid/topics/anna", ""))
                .path("id")
                .textValue();
        assertThat(id).endsWith("/domains/grid/topics/anna");
        var azures = AZURE + "/domains/grid/topics/otto";
        var sent = publish(
                "grid",
                "application/json",
                "[" + EVENT.formatted("anna") + "," + EVENT.formatted(id) + "," + EVENT.formatted(azures) + "]");
        assertThat(sent.statusCode()).as(sent.body()).isEqualTo(200);
        var records = KafkaLog.shared().last(TOPICS.events(), Long.MAX_VALUE).stream()
                .filter(each ->
                        HeaderText.orEmpty(each.headers(), HeaderNames.TOPIC).startsWith("grid/"))
                .toList();
        assertThat(records)
                .extracting(each -> HeaderText.of(each.headers(), HeaderNames.TOPIC))
                .containsExactlyInAnyOrder("grid/anna", "grid/anna", "grid/otto");
        assertThat(records)
                .extracting(each -> new String(each.value(), UTF_8))
                .allMatch(text -> text.contains("/domains/grid/topics/anna\"")
                        || text.contains(id.replace("anna", "otto") + "\""));
    }

    @Test
    void anEventWithoutTheNameOfATopicIsRefused() {
        created("/domains/strict", "{}");
        for (var topic : new String[] {"", "a", "x".repeat(51), "no/id", "/domains/other/topics/anna"}) {
            var refused = publish("strict", "application/json", "[" + EVENT.formatted(topic) + "]");
            refused(refused, 400, "BadRequest/InputJsonInvalid");
            assertThat(refused.body())
                    .contains("topic", "needs to be a full resource id or the name of the domain topic", "3 to 50");
        }
        var without =
                publish("strict", "application/json", "[" + EVENT.formatted("x").replace("\"topic\":\"x\",", "") + "]");
        assertThat(without.body()).contains("topic is missing");
    }

    @Test
    void cloudEventsNameTheirTopicInTheSource() {
        created("/domains/cloud", "{\"properties\":{\"inputSchema\":\"CloudEventSchemaV1_0\"}}");
        var event = "{\"specversion\":\"1.0\",\"id\":\"1\",\"type\":\"t\",\"source\":\"%s\"}";
        assertThat(publish("cloud", "application/cloudevents+json", event.formatted("anna"))
                        .statusCode())
                .isEqualTo(200);
        assertThat(publish("cloud", "application/cloudevents-batch+json", "[" + event.formatted("otto") + "]")
                        .statusCode())
                .isEqualTo(200);
        assertThat(publish(
                                "cloud",
                                "application/json",
                                "{}",
                                "ce-specversion",
                                "1.0",
                                "ce-id",
                                "2",
                                "ce-type",
                                "t",
                                "ce-source",
                                "emma")
                        .statusCode())
                .isEqualTo(200);
        var refused = publish("cloud", "application/cloudevents+json", event.formatted("https://anna"));
        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(refused.body()).contains("source is \\\"https://anna\\\"");
        assertThat(KafkaLog.shared().last(TOPICS.events(), Long.MAX_VALUE))
                .extracting(each -> HeaderText.orEmpty(each.headers(), HeaderNames.TOPIC))
                .contains("cloud/anna", "cloud/otto", "cloud/emma");
    }

    @Test
    void aTopicComesWithItsFirstSubscriptionAndGoesWithItsLast() {
        created("/domains/auto", "{}");
        var path = "/domains/auto/topics/anna";
        created(path + "/eventSubscriptions/one", SUBSCRIPTION);
        created(path + "/eventSubscriptions/two", SUBSCRIPTION);
        var shown = json(ingest.manage("GET", "/domains/auto/topics", "")).path("value");
        assertThat(shown.findValuesAsText("name")).containsExactly("anna");
        assertThat(json(ingest.manage("GET", path + "/eventSubscriptions", "")).findValuesAsText("topic"))
                .allMatch(id -> id.endsWith("/domains/auto/topics/anna"));
        ingest.manage("DELETE", path + "/eventSubscriptions/one", "");
        assertThat(ingest.manage("GET", path, "").statusCode()).isEqualTo(200);
        ingest.manage("DELETE", path + "/eventSubscriptions/two", "");
        assertThat(ingest.manage("GET", path, "").statusCode()).isEqualTo(404);
    }

    @Test
    void aDomainCanAskThatItsTopicsAreMadeAndDeletedByHand() {
        created("/domains/byhand", """
            {"properties":{"autoCreateTopicWithFirstSubscription":false,"autoDeleteTopicWithLastSubscription":false}}\
            """);
        var path = "/domains/byhand/topics/anna";
        assertThat(ingest.manage("PUT", path + "/eventSubscriptions/one", SUBSCRIPTION)
                        .statusCode())
                .isEqualTo(404);
        created(path, "");
        created(path + "/eventSubscriptions/one", SUBSCRIPTION);
        ingest.manage("DELETE", path + "/eventSubscriptions/one", "");
        assertThat(ingest.manage("GET", path, "").statusCode()).isEqualTo(200);
        created(path + "/eventSubscriptions/one", SUBSCRIPTION);
        assertThat(ingest.manage("DELETE", "/domains/byhand", "").statusCode()).isEqualTo(200);
        created("/domains/byhand", "{}");
        assertThat(json(ingest.manage("GET", "/domains/byhand/topics", "")).path("value"))
                .isEmpty();
        assertThat(ingest.manage("GET", path + "/eventSubscriptions/one", "").statusCode())
                .isEqualTo(404);
    }

    @Test
    void aTopicAndADomainHaveOneSpaceOfNames() {
        created("/domains/apart", "{}");
        created("/topics/plain", "{}");
        refused(ingest.manage("PUT", "/topics/apart", "{}"), 409, "Conflict/Conflict");
        refused(ingest.manage("PUT", "/domains/plain", "{}"), 409, "Conflict/Conflict");
        assertThat(ingest.manage("GET", "/topics/apart", "").statusCode()).isEqualTo(404);
        assertThat(ingest.manage("GET", "/topics", "").body()).doesNotContain("apart");
        assertThat(ingest.manage("GET", "/domains", "").body())
                .contains("apart")
                .doesNotContain("plain");
    }

    /** The keys are those of all tenants. */
    @Test
    void theAdminOfOneTopicHasNothingOfTheDomainNorOfOtherTopics() {
        created("/domains/shop", "{}");
        assertThat(ingest.manageAs("tenant", "PUT", "/domains/shop/topics/anna/eventSubscriptions/one", SUBSCRIPTION)
                        .statusCode())
                .isEqualTo(201);
        for (var path : new String[] {"/topics/otto/eventSubscriptions/one", "/eventSubscriptions/one", ""}) {
            assertThat(ingest.manageAs("tenant", "PUT", "/domains/shop" + path, SUBSCRIPTION)
                            .statusCode())
                    .isEqualTo(403);
        }
        for (var action : new String[] {"listKeys", "regenerateKey"}) {
            var body = "{\"keyName\":\"key1\"}";
            assertThat(ingest.manageAs("tenant", "POST", "/domains/shop/" + action, body)
                            .statusCode())
                    .isEqualTo(403);
            for (var token : new String[] {"tenant", "all"}) {
                assertThat(ingest.manageAs(token, "POST", "/domains/shop/topics/anna/" + action, body)
                                .statusCode())
                        .isEqualTo(404);
            }
        }
        assertThat(ingest.manageAs("all", "GET", "/domains/shop/topics/anna/eventSubscriptions/one", "")
                        .statusCode())
                .isEqualTo(200);
    }

    /** One tenant must not make a type of its own for the events of others. */
    @Test
    void aTopicHasTheEventTypesOfItsDomain() {
        created("/domains/typed", "{\"properties\":{\"tidings\":{\"check\":\"reject\"}}}");
        created("/domains/typed/topics/anna", "");
        var schema = "{\"properties\":{\"dataSchema\":{\"type\":\"object\",\"required\":[\"n\"]}}}";
        var ofTopic = "/domains/typed/topics/anna/eventTypes";
        var refused = ingest.manage("PUT", ofTopic + "/t", schema);
        refused(refused, 409, "Conflict/Conflict");
        assertThat(refused.body()).contains("declare them at /domains/typed/eventTypes");
        created("/domains/typed/eventTypes/t", schema);
        assertThat(json(ingest.manage("GET", ofTopic, "")).path("value")).hasSize(1);
        assertThat(ingest.manage("GET", ofTopic + "/t", "").statusCode()).isEqualTo(200);
        refused(ingest.manage("DELETE", ofTopic + "/t", ""), 409, "Conflict/Conflict");
        var event = EVENT.formatted("anna").replace("\"subject\"", "\"data\":{},\"subject\"");
        var sent = publish("typed", "application/json", "[" + event + "]");
        refused(sent, 400, "BadRequest/SchemaMismatch");
        var other = event.replace("\"eventType\":\"t\"", "\"eventType\":\"seen\"");
        assertThat(publish("typed", "application/json", "[" + other + "]").statusCode())
                .isEqualTo(200);
        for (var path : new String[] {"/domains/typed", "/domains/typed/topics/anna"}) {
            assertThat(json(ingest.manage("GET", path + "/seenEventTypes", "")).findValuesAsText("type"))
                    .containsExactly("seen");
        }
    }

    @Test
    void whatADomainStartsInThePastWithIsToldToEachSubscription() {
        created("/domains/past", "{}");
        var start = SUBSCRIPTION.replace("\"destination\"", "\"tidings\":{\"start\":\"earliest\"},\"destination\"");
        for (var scope : new String[] {"", "/topics/anna"}) {
            var put = created("/domains/past" + scope + "/eventSubscriptions/all", start);
            assertThat(put.body()).contains("properties.tidings.start");
        }
    }

    @Test
    void eventsOfADomainAreNotDeduplicated() {
        var refused = ingest.manage(
                "PUT", "/domains/twice", "{\"properties\":{\"tidings\":{\"deduplicate\":{\"by\":\"id\"}}}}");
        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(refused.body()).contains("events of domains are not deduplicated");
    }

    @Test
    void oneTopicDoesNotUseUpWhatAllTopicsOfADomainMaySend() {
        var limits = "{\"properties\":{\"tidings\":{\"topicLimits\":{\"publishEventsPerSecond\":10}}}}";
        refused(ingest.manage("PUT", "/topics/fair-not", limits), 400, "BadRequest/InvalidResource");
        created("/domains/fair", limits);
        assertThat(json(ingest.manage("PATCH", "/domains/fair", "{\"tags\":{\"a\":\"b\"}}"))
                        .at("/properties/tidings/topicLimits/publishEventsPerSecond")
                        .intValue())
                .isEqualTo(10);
        var anna = EVENT.formatted("anna");
        var otto = EVENT.formatted("otto");
        var many = "[" + (anna + ",").repeat(999) + anna + "]";
        assertThat(publish("fair", "application/json", many).statusCode()).isEqualTo(200);
        var refused = publish("fair", "application/json", "[" + otto + "," + anna + "]");
        refused(refused, 429, "TooManyRequests/TooManyEvents");
        assertThat(refused.body())
                .contains("topic fair/anna accepts 10 events a second")
                .contains("properties.tidings.topicLimits.publishEventsPerSecond of the domain");
        assertThat(refused.headers().firstValueAsLong("Retry-After").orElseThrow())
                .isBetween(50L, 100L);
        assertThat(publish("fair", "application/json", "[" + otto + "]").statusCode())
                .isEqualTo(200);
        assertThat(KafkaLog.shared().last(TOPICS.events(), Long.MAX_VALUE))
                .extracting(each -> HeaderText.orEmpty(each.headers(), HeaderNames.TOPIC))
                .filteredOn("fair/otto"::equals)
                .hasSize(1);
    }

    /** Its records name no topic. */
    @Test
    void aDomainHasNoSource() {
        var refused = ingest.manage(
                "PUT",
                "/domains/sourced",
                "{\"properties\":{\"tidings\":{\"source\":{\"kafkaTopic\":\"shop\",\"format\":\"json\"}}}}");
        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(refused.body()).contains("the events of a domain name their topics");
    }

    /** A caller chooses the host name, and a topic of a domain has no endpoint, whose limits would be its own. */
    @Test
    void noEventIsPublishedToATopicOfADomainItself() {
        created("/domains/hosts", "{}");
        created("/domains/hosts/topics/anna", "");
        for (var path : new String[] {"/domains/hosts/topics/anna/api/events", "/topics/hosts%2Fanna/api/events"}) {
            assertThat(ingest.post(path, "[]", "Content-Type", "application/json")
                            .statusCode())
                    .isIn(401, 404);
        }
    }

    /** Its deletion must not hold the changes of others for minutes. */
    @Test
    void aDomainWithManyTopicsIsNotDeletedAtOnce() {
        created("/domains/many", "{\"properties\":{\"autoDeleteTopicWithLastSubscription\":false}}");
        for (int i = 0; i <= 500; i++) {
            created("/domains/many/topics/topic-" + i, "");
        }
        var refused = ingest.manage("DELETE", "/domains/many", "");
        refused(refused, 409, "Conflict/Conflict");
        assertThat(refused.body()).contains("has 501 topics", "delete topics first");
        var page = json(ingest.manage("GET", "/domains/many/topics?%24top=100", ""));
        assertThat(page.path("value")).hasSize(100);
        assertThat(page.path("nextLink").textValue()).contains("skiptoken=many%2Ftopic-188");
        assertThat(ingest.manage("DELETE", "/domains/many/topics/topic-7", "").statusCode())
                .isEqualTo(200);
        assertThat(ingest.manage("DELETE", "/domains/many", "").statusCode()).isEqualTo(200);
    }

    @Test
    void azuresClientsManageDomains() {
        var domain = AZURE + "/domains/azure";
        var put = ingest.manage("PUT", domain + VERSION, "{\"location\":\"here\"}");
        assertThat(put.statusCode()).as(put.body()).isEqualTo(201);
        assertThat(json(put).path("id").textValue()).isEqualTo(domain);
        assertThat(json(put)
                        .at("/properties/autoCreateTopicWithFirstSubscription")
                        .booleanValue())
                .isTrue();
        var topic = ingest.manage("PUT", domain + "/topics/anna" + VERSION, "");
        assertThat(topic.statusCode()).as(topic.body()).isEqualTo(201);
        assertThat(json(topic).path("id").textValue()).isEqualTo(domain + "/topics/anna");
        for (var scope : new String[] {"", "/topics/anna"}) {
            var path = domain + scope + "/providers/Microsoft.EventGrid/eventSubscriptions/one";
            var subscription = ingest.manage("PUT", path + VERSION, SUBSCRIPTION);
            assertThat(subscription.statusCode()).as(subscription.body()).isEqualTo(201);
            assertThat(json(subscription).path("id").textValue()).isEqualTo(path);
            assertThat(json(subscription).at("/properties/topic").textValue()).isEqualTo(domain + scope);
        }
        assertThat(json(ingest.manage("GET", AZURE + "/domains" + VERSION, "")).findValuesAsText("id"))
                .contains(domain);
        assertThat(json(ingest.manage("GET", domain + "/topics" + VERSION, "")).findValuesAsText("id"))
                .containsExactly(domain + "/topics/anna");
        assertThat(ingest.manage("DELETE", domain + VERSION, "").statusCode()).isEqualTo(204);
    }
}
