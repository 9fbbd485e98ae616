package io.tidings.ingest.it;

import static io.tidings.ingest.it.Responses.json;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.Topics;
import io.tidings.contract.counts.CountedSubscription;
import io.tidings.contract.counts.CountsRecord;
import io.tidings.contract.counts.DeliveryCounts;
import io.tidings.contract.lane.LockToken;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.testbed.broker.SharedBroker;
import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** B-PULL: the receivers of a queue, whose worker is a script. */
class ReceiveIT {
    private static final Topics TOPICS = new Topics("receive.");
    private static final String SECRET = "the secret of this cluster";
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final String QUEUE = """
        {"properties":{"deliveryConfiguration":{"deliveryMode":"Queue","queue":{"receiveLockDurationInSeconds":60}}}}\
        """;
    private static final String EVENTS = """
        {"value":[{"brokerProperties":{"lockToken":"%s","deliveryCount":1},"event":{"id":"e1","source":"/shop"}}]}\
        """;

    @TempDir
    private static Path folder;

    private static IngestFixture ingest;
    private static ScriptedDesk desk;

    @BeforeAll
    static void start() throws IOException {
        var lines = TokenLines.line("taker", "taker", "receiver", "clouds/q*")
                + TokenLines.line("other", "other", "receiver", "clouds/none")
                + TokenLines.line("boss", "boss", "admin", "*");
        ingest = IngestFixture.under(
                TOPICS,
                Map.of(
                        "receive.secret",
                        SECRET,
                        "http.wrong.key.delay",
                        "0s",
                        "tokens.file",
                        Files.writeString(folder.resolve("tokens"), lines).toString()));
        var topic =
                ingest.manage("PUT", "/topics/clouds", "{\"properties\":{\"inputSchema\":\"CloudEventSchemaV1_0\"}}");
        assertThat(topic.statusCode()).as(topic.body()).isEqualTo(201);
        desk = new ScriptedDesk(SECRET);
    }

    @AfterAll
    static void stop() {
        ingest.close();
        desk.close();
    }

    /** Creates a queue, whose number the desk has. */
    private static String queue(String name) {
        var put = ingest.manage("PUT", path(name), QUEUE);
        assertThat(put.statusCode()).as(put.body()).isEqualTo(201);
        desk.own(TOPICS, key(name));
        desk.answers(_ -> new ScriptedDesk.Reply(200, ScriptedDesk.NONE));
        return json(ingest.manage("POST", path(name) + "/listKeys", ""))
                .path("key1")
                .textValue();
    }

    private static SubscriptionKey key(String name) {
        return new SubscriptionKey("clouds", name);
    }

    private static String token(String name) {
        return new LockToken(ScriptedDesk.number(key(name)), UUID.randomUUID()).text();
    }

    private static String path(String name) {
        return "/topics/clouds/eventSubscriptions/" + name;
    }

    private static HttpResponse<String> ask(String name, String action, String key, String body) {
        return ingest.post(
                "/topics/clouds/eventsubscriptions/" + name + ":" + action,
                body,
                "Authorization",
                "SharedAccessKey " + key);
    }

    private static HttpResponse<String> receive(String name, String key) {
        return ask(name, "receive?api-version=2024-06-01&maxEvents=5&maxWaitTime=10", key, "");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/topics/clouds", "/namespaces/ns1/topics/clouds", "/Topics/clouds"})
    void eventsOfTheWorkerAreHandedOutAsTheyAre(String prefix) {
        var name = "q" + UUID.randomUUID();
        var key = queue(name);
        var events = EVENTS.formatted(token(name));
        desk.answers(_ -> new ScriptedDesk.Reply(200, events));

        var response = ingest.post(
                prefix + "/eventsubscriptions/" + name + ":receive?maxEvents=5&maxWaitTime=10",
                "",
                "Authorization",
                "SharedAccessKey " + key);

        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        assertThat(response.body().strip()).isEqualTo(events);
        assertThat(desk.asked(name).getLast())
                .contains(
                        "/queue/receive?queue=clouds/" + name,
                        "&number=" + ScriptedDesk.number(key(name)) + "&most=5&millis=");
    }

    @Test
    void receiversAreThoseWithAKeyOfTheQueueOrTheRole() {
        var key = queue("q-access");
        desk.answers(_ -> new ScriptedDesk.Reply(200, EVENTS.formatted(token("q-access"))));

        assertThat(receive("q-access", key).statusCode()).isEqualTo(200);
        assertThat(as("taker").statusCode()).isEqualTo(200);
        assertThat(receive("q-access", ingest.key("clouds", 1)).statusCode())
                .as("a key of publishers")
                .isEqualTo(401);
        assertThat(receive("q-access", queue("q-another")).statusCode()).isEqualTo(401);
        assertThat(as("other").statusCode()).isEqualTo(403);
        assertThat(as("boss").statusCode()).isEqualTo(403);
        assertThat(as(IngestFixture.TOKEN).statusCode()).isEqualTo(401);
        assertThat(receive("q-nowhere", key).statusCode()).isEqualTo(401);
        var refused = ingest.post("/topics/clouds/eventsubscriptions/q-access:receive", "");
        assertThat(refused.statusCode()).isEqualTo(401);
        assertThat(refused.headers().firstValue("x-ms-error-code")).hasValue("Unauthorized");
        assertThat(ingest.manageAs("taker", "GET", "/topics/clouds", "").statusCode())
                .isEqualTo(403);
    }

    private static HttpResponse<String> as(String token) {
        return ingest.manageAs(token, "POST", "/topics/clouds/eventsubscriptions/q-access:receive?maxWaitTime=10", "");
    }

    @Test
    void aKeyIsReplacedAlone() {
        var first = queue("q-keys");
        desk.answers(_ -> new ScriptedDesk.Reply(200, EVENTS.formatted(token("q-keys"))));
        var keys = json(ingest.manage("POST", path("q-keys") + "/regenerateKey", "{\"keyName\":\"key1\"}"));
        var second = keys.path("key2").textValue();

        assertThat(keys.path("key1").textValue()).isNotEqualTo(first);
        assertThat(receive("q-keys", first).statusCode()).isEqualTo(401);
        assertThat(receive("q-keys", second).statusCode()).isEqualTo(200);
        var changed = ingest.manage("PUT", path("q-keys"), QUEUE);
        assertThat(changed.statusCode()).isEqualTo(200);
        assertThat(receive("q-keys", second).statusCode()).isEqualTo(200);
        assertThat(changed.body()).doesNotContain(second);
    }

    @Test
    void eachTokenIsToldItsFate() {
        var key = queue("q-fates");
        var good = token("q-fates");
        var lost = token("q-fates");
        desk.answers(_ -> new ScriptedDesk.Reply(200, "\nTokenLost\n"));

        var response =
                ask("q-fates", "acknowledge", key, "{\"lockTokens\":[\"" + good + "\",\"" + lost + "\",\"no\"]}");

        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        var json = json(response);
        assertThat(json.path("succeededLockTokens").toString()).isEqualTo("[\"" + good + "\"]");
        assertThat(json.path("failedLockTokens").findValuesAsText("code")).containsExactly("TokenLost", "BadToken");
        assertThat(desk.asked("q-fates").getLast())
                .contains("/queue/settle?", "&action=acknowledge", good + "\n" + lost);
        desk.answers(_ -> new ScriptedDesk.Reply(200, "\n"));
        var body = "{\"lockTokens\":[\"" + good + "\"]}";
        assertThat(ask("q-fates", "release?releaseDelayInSeconds=60", key, body).statusCode())
                .isEqualTo(200);
        assertThat(desk.asked("q-fates").getLast()).contains("&action=release&delay=60");
        assertThat(ask("q-fates", "renewLock", key, body).statusCode()).isEqualTo(200);
        assertThat(desk.asked("q-fates").getLast()).contains("&action=renew");
        assertThat(ask("q-fates", "reject", key, body).statusCode()).isEqualTo(200);
        assertThat(desk.asked("q-fates").getLast()).contains("&action=reject");
    }

    @Test
    void aReceiveGoesOnAtTheNextOwner() throws IOException {
        var key = queue("q-moves");
        var events = EVENTS.formatted(token("q-moves"));
        desk.answers(_ -> new ScriptedDesk.Reply(421, "another worker has this partition number"));
        try (var next = new ScriptedDesk(SECRET)) {
            next.answers(_ -> new ScriptedDesk.Reply(200, events));
            var response = CompletableFuture.supplyAsync(() -> receive("q-moves", key));
            await().atMost(PATIENCE).until(() -> desk.asked("q-moves").size() > 1);
            next.own(TOPICS, key("q-moves"));

            assertThat(response.orTimeout(30, TimeUnit.SECONDS).join().body().strip())
                    .isEqualTo(events);
        } finally {
            desk.own(TOPICS, key("q-moves"));
        }
    }

    @Test
    void whatWaitsInAnotherNumberIsReceivedFirst() throws Exception {
        var key = queue("q-former");
        int former = 1 - ScriptedDesk.number(key("q-former"));
        assertThat(receive("q-former", key).body().strip()).isEqualTo(ScriptedDesk.NONE);
        var uid = desk.asked("q-former").getFirst().replaceAll(".*&uid=([^&]+)&.*", "$1");
        var waiting = new CountsRecord(
                0,
                Map.of(
                        new CountedSubscription(key("q-former"), uid),
                        new DeliveryCounts(1, 0, 0, 0, 0, Instant.EPOCH, null)));
        desk.own(TOPICS, former);
        try (var producer =
                KafkaClients.of(SharedBroker.get().bootstrapServers()).producer(Map.of())) {
            producer.send(new ProducerRecord<>(
                            TOPICS.counts(), former, waiting.key(), waiting.value(), List.of(CountsRecord.headers())))
                    .get();
        }
        var events = EVENTS.formatted(new LockToken(former, UUID.randomUUID()).text());
        desk.answers(
                asked -> new ScriptedDesk.Reply(200, asked.contains("&number=" + former) ? events : ScriptedDesk.NONE));

        await().atMost(PATIENCE).until(() -> receive("q-former", key).body().strip(), events::equals);
    }

    @Test
    void aSettingThatKeepsTheWorkersFromAnsweringIsNamedButNothingSecret() throws IOException {
        var key = queue("q-unset");
        try (var other = new ScriptedDesk("another secret of this cluster")) {
            other.own(TOPICS, key("q-unset"));
            await("the other is known")
                    .atMost(PATIENCE)
                    .until(() -> receive("q-unset", key).statusCode() == 503);

            assertUnavailable(receive("q-unset", key), "receive.secret");
            var body = "{\"lockTokens\":[\"" + token("q-unset") + "\"]}";
            assertThat(ask("q-unset", "acknowledge", key, body).statusCode()).isEqualTo(503);
        } finally {
            desk.own(TOPICS, key("q-unset"));
        }
    }

    /** The next owner has no receive.listen, so the former one is asked. */
    @Test
    void aReceiveThatNoOwnerTookIsNoneWithoutEvents() {
        var key = queue("q-silent");
        desk.answers(_ -> new ScriptedDesk.Reply(421, "another worker has this partition number"));

        assertUnavailable(receive("q-silent", key), "receive.listen");
    }

    private static void assertUnavailable(HttpResponse<String> response, String setting) {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(503);
        assertThat(response.headers().firstValue("x-ms-error-code")).hasValue("ServiceUnavailable");
        assertThat(response.body()).contains(setting).doesNotContain("127.0.0.1", SECRET);
    }

    @Test
    void tooManyReceiversAreTold() {
        var key = queue("q-crowd");
        desk.answers(_ -> new ScriptedDesk.Reply(429, "too many receivers wait already"));

        var response = receive("q-crowd", key);

        assertThat(response.statusCode()).isEqualTo(429);
        assertThat(response.headers().firstValue("Retry-After")).isPresent();
    }

    @Test
    void eventsOfAClientThatWentComeBack() throws Exception {
        var key = queue("q-gone");
        var token = token("q-gone");
        var given = new CountDownLatch(1);
        desk.answers(asked -> {
            if (asked.contains("/queue/receive")) {
                given.await();
                return new ScriptedDesk.Reply(200, EVENTS.formatted(token));
            }
            return new ScriptedDesk.Reply(200, "\n");
        });
        try (var client = new Socket("localhost", ingest.program.httpPort())) {
            client.getOutputStream().write("""
                POST /topics/clouds/eventsubscriptions/q-gone:receive HTTP/1.1\r
                Host: localhost\r
                Authorization: SharedAccessKey %s\r
                Content-Length: 0\r
                \r
                """.formatted(key).getBytes(UTF_8));
            await().atMost(PATIENCE).until(() -> desk.asked("q-gone").size() == 1);
        }
        await("it is cancelled")
                .atMost(PATIENCE)
                .until(() -> !desk.asked("/queue/cancel?id=").isEmpty());
        given.countDown();

        await("its event comes back")
                .atMost(PATIENCE)
                .until(() -> desk.asked("action=return").stream().anyMatch(each -> each.endsWith(token)));
    }

    @Test
    void hundredsOfWaitingReceiversDoNotKeepPublishersFromPublishing() {
        var key = queue("q-many");
        var end = new CountDownLatch(1);
        desk.answers(_ -> {
            end.await();
            return new ScriptedDesk.Reply(200, EVENTS.formatted(token("q-many")));
        });
        try (var client = HttpClient.newBuilder()
                .executor(Executors.newVirtualThreadPerTaskExecutor())
                .version(HttpClient.Version.HTTP_1_1)
                .build()) {
            var waiting = new ArrayList<CompletableFuture<HttpResponse<String>>>();
            for (int i = 0; i < 300; i++) {
                waiting.add(client.sendAsync(
                        HttpRequest.newBuilder(ingest.uri("/topics/clouds/eventsubscriptions/q-many:receive"))
                                .header("Authorization", "SharedAccessKey " + key)
                                .POST(BodyPublishers.noBody())
                                .build(),
                        BodyHandlers.ofString()));
            }
            await().atMost(PATIENCE).until(() -> desk.asked("q-many").size() == 300);

            var published = ingest.post(
                    "/topics/clouds/api/events",
                    "{\"specversion\":\"1.0\",\"id\":\"1\",\"source\":\"/shop\",\"type\":\"t\"}",
                    "aeg-sas-key",
                    ingest.key("clouds", 1),
                    "Content-Type",
                    "application/cloudevents+json");
            assertThat(published.statusCode()).as(published.body()).isEqualTo(200);
            assertThat(waiting).noneMatch(CompletableFuture::isDone);
            end.countDown();
            for (var each : waiting) {
                assertThat(each.join().statusCode()).isEqualTo(200);
            }
        }
    }

    /** B-DOMAIN-1: the queue of a topic of a domain, and one that gets the events of all of its topics. */
    @ParameterizedTest
    @CsvSource({"/domains/shop/topics/web,shop/web", "/domains/shop,shop"})
    void queuesOfADomainAreReceivedBelowIt(String path, String topic) {
        var domain =
                ingest.manage("PUT", "/domains/shop", "{\"properties\":{\"inputSchema\":\"CloudEventSchemaV1_0\"}}");
        assertThat(domain.statusCode()).as(domain.body()).isIn(200, 201);
        var put = ingest.manage("PUT", path + "/eventSubscriptions/q-domain", QUEUE);
        assertThat(put.statusCode()).as(put.body()).isEqualTo(201);
        var queue = new SubscriptionKey(topic, "q-domain");
        desk.own(TOPICS, queue);
        var token = new LockToken(ScriptedDesk.number(queue), UUID.randomUUID()).text();
        desk.answers(asked -> new ScriptedDesk.Reply(
                200, asked.contains("/queue/receive?queue=" + queue + "&") ? EVENTS.formatted(token) : "\n"));
        var key = json(ingest.manage("POST", path + "/eventSubscriptions/q-domain/listKeys", ""))
                .path("key1")
                .textValue();

        var received = ingest.post(
                path + "/eventsubscriptions/q-domain:receive?maxWaitTime=10",
                "",
                "Authorization",
                "SharedAccessKey " + key);
        assertThat(received.statusCode()).as(received.body()).isEqualTo(200);
        assertThat(received.body().strip()).isEqualTo(EVENTS.formatted(token));
        var acknowledged = ingest.post(
                path + "/eventsubscriptions/q-domain:acknowledge",
                "{\"lockTokens\":[\"" + token + "\"]}",
                "Authorization",
                "SharedAccessKey " + key);
        assertThat(acknowledged.statusCode()).as(acknowledged.body()).isEqualTo(200);
        assertThat(json(acknowledged).path("succeededLockTokens").size()).isOne();
        assertThat(ingest.post("/domains/shop/topics/web/api/events", "{}").statusCode())
                .as("the endpoint of a topic")
                .isEqualTo(404);
    }

    @Test
    void onlyAQueueIsReceived() {
        var put = ingest.manage("PUT", path("q-hook"), """
            {"properties":{"eventDeliverySchema":"CloudEventSchemaV1_0","destination":{"endpointType":"WebHook",
            "properties":{"endpointUrl":"https://shop.example/"}}}}\
            """);
        assertThat(put.statusCode()).as(put.body()).isEqualTo(201);

        var response = ingest.manageAs("taker", "POST", "/topics/clouds/eventsubscriptions/q-hook:receive", "");

        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(response.headers().firstValue("x-ms-error-code")).hasValue("BadRequest");
        assertThat(json(response).at("/error/message").textValue()).contains("clouds/q-hook is no queue");
        assertThat(ingest.manage("POST", path("q-hook") + "/listKeys", "").statusCode())
                .isEqualTo(400);
        assertThat(ingest.manageAs("taker", "POST", "/topics/clouds/eventsubscriptions/q-none:receive", "")
                        .statusCode())
                .isEqualTo(404);
    }
}
