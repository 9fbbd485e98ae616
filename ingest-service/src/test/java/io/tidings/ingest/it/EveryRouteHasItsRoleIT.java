package io.tidings.ingest.it;

import static io.tidings.ingest.it.Responses.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.Topics;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** B-ACCESS-1: each operation of the description, asked by everybody of the team of a topic and of another team. */
class EveryRouteHasItsRoleIT {
    private static final String ANYBODY = "anybody";
    private static final String KEY = "key";
    private static final String RECEIVER = "receiver";
    private static final String LIST = "list";
    private static final String OPERATORS_LIST = "operator of anything";
    private static final String ADMINS_LIST = "admin of anything";
    private static final List<String> ROLES = List.of("reader", "payloads", "operator", "admin");

    /**
     * The needs of an operation: the key of its topic or the role publisher, the role receiver, a role for its topic, or nothing. A list shows
     * everybody with a role what is their own; one for operators or admins shows others nothing.
     */
    private static final Map<String, String> NEEDED = """
        POST    /topics/{topic}/api/events : key
        OPTIONS /topics/{topic}/api/events : anybody
        POST    /topics/{topic}:publish : key
        POST    /api/events : key
        OPTIONS /api/events : anybody
        POST    /topics/{topic}/eventSubscriptions/{subscription}:receive : receiver
        POST    /topics/{topic}/eventSubscriptions/{subscription}:acknowledge : receiver
        POST    /topics/{topic}/eventSubscriptions/{subscription}:release : receiver
        POST    /topics/{topic}/eventSubscriptions/{subscription}:reject : receiver
        POST    /topics/{topic}/eventSubscriptions/{subscription}:renewLock : receiver
        GET     /access : list
        GET     /audit : admin of anything
        GET     /overview : list
        GET     /stats : list
        GET     /eventSubscriptions : list
        POST    /eventSubscriptions/retryNow : operator of anything
        GET     /topics : list
        GET     /topics/{topic} : reader
        PUT     /topics/{topic} : admin
        PATCH   /topics/{topic} : admin
        DELETE  /topics/{topic} : admin
        POST    /topics/{topic}/listKeys : admin
        POST    /topics/{topic}/regenerateKey : admin
        POST    /domains/{domain}/api/events : key
        OPTIONS /domains/{domain}/api/events : anybody
        GET     /domains : list
        GET     /domains/{domain} : reader
        PUT     /domains/{domain} : admin
        PATCH   /domains/{domain} : admin
        DELETE  /domains/{domain} : admin
        POST    /domains/{domain}/listKeys : admin
        POST    /domains/{domain}/regenerateKey : admin
        GET     /domains/{domain}/topics : reader
        GET     /domains/{domain}/topics/{topic} : reader
        PUT     /domains/{domain}/topics/{topic} : admin
        DELETE  /domains/{domain}/topics/{topic} : admin
        GET     /topics/{topic}/eventTypes : reader
        GET     /topics/{topic}/seenEventTypes : reader
        GET     /topics/{topic}/eventTypes/{eventType} : reader
        PUT     /topics/{topic}/eventTypes/{eventType} : admin
        DELETE  /topics/{topic}/eventTypes/{eventType} : admin
        GET     /topics/{topic}/eventSubscriptions : reader
        GET     /topics/{topic}/eventSubscriptions/{subscription} : reader
        PUT     /topics/{topic}/eventSubscriptions/{subscription} : admin
        PATCH   /topics/{topic}/eventSubscriptions/{subscription} : operator
        DELETE  /topics/{topic}/eventSubscriptions/{subscription} : admin
        POST    /topics/{topic}/eventSubscriptions/{subscription}/listKeys : admin
        POST    /topics/{topic}/eventSubscriptions/{subscription}/regenerateKey : admin
        POST    /topics/{topic}/eventSubscriptions/{subscription}/getFullUrl : admin
        POST    /topics/{topic}/eventSubscriptions/{subscription}/rotateSigningSecret : admin
        POST    /topics/{topic}/eventSubscriptions/{subscription}/getDeliveryAttributes : reader
        POST    /topics/{topic}/eventSubscriptions/{subscription}/retryNow : operator
        POST    /topics/{topic}/eventSubscriptions/{subscription}/test : operator
        POST    /topics/{topic}/eventSubscriptions/{subscription}/tryFilter : reader
        POST    /topics/{topic}/tryFilter : reader
        POST    /topics/{topic}/tryNewFilter : reader
        GET     /jobs : list
        POST    /jobs : operator
        GET     /jobs/{job} : reader
        POST    /jobs/{job}/pause : operator
        POST    /jobs/{job}/resume : operator
        POST    /jobs/{job}/cancel : operator
        GET     /topics/{topic}/events : reader
        GET     /topics/{topic}/events/{id} : reader
        GET     /topics/{topic}/eventSubscriptions/{subscription}/attempts : reader
        GET     /topics/{topic}/eventSubscriptions/{subscription}/deadLetters : reader
        GET     /topics/{topic}/eventSubscriptions/{subscription}/failures : reader
        GET     /topics/{topic}/eventSubscriptions/{subscription}/pending : reader
        GET     /topics/{topic}/eventSubscriptions/{subscription}/stats : reader
        GET     /topics/{topic}/records/{source} : payloads
        GET     /topics/{topic}/rejected : reader
        GET     /validate : anybody
        POST    /validate : anybody
        GET     /openapi.json : anybody
        """.lines()
            .map(line -> line.split(" : ", -1))
            .collect(Collectors.toMap(parts -> parts[0].replaceAll(" +", " "), parts -> parts[1]));

    private static final String JOB = """
        {"kind":"redrive","topic":"%s","subscription":"orders","dryRun":true}\
        """;
    private static final String TOPIC = "{\"tags\":{\"team\":\"hush\"}}";
    private static final String SUBSCRIPTION = """
        {"properties":{"destination":{"endpointType":"WebHook","properties":{"endpointUrl":"https://hush.example/?c=hush"}},\
        "labels":["hush"]}}\
        """;
    private static final String AZURE = "/subscriptions/s/resourceGroups/g/providers/Microsoft.EventGrid";
    private static final String AZURE_VERSION = "?api-version=2025-02-15";

    @TempDir
    private static Path folder;

    private static final AtomicInteger topics = new AtomicInteger();

    private static IngestFixture ingest;

    record Operation(String method, String template) {
        String needed() {
            return NEEDED.getOrDefault(toString(), "");
        }

        HttpResponse<String> on(String topic, String job, String... headers) {
            return at("", "", topic, job, headers);
        }

        HttpResponse<String> at(String server, String query, String topic, String job, String... headers) {
            var path = template.replace("{domain}/topics/{topic}", topic + "/topics/tenant")
                    .replace("{domain}", topic)
                    .replace("{topic}", topic)
                    .replace("{subscription}", "orders")
                    .replace("{eventType}", "placed")
                    .replace("{id}", "1")
                    .replace("{source}", "every-route.events-0@999999")
                    .replace("{job}", job);
            var request = HttpRequest.newBuilder(ingest.uri(server + path + query))
                    .method(method, BodyPublishers.ofString(body(topic)));
            return ingest.send(headers.length == 0 ? request : request.headers(headers));
        }

        private String body(String topic) {
            return switch (toString()) {
                case "POST /jobs" -> JOB.formatted(topic);
                case "POST /eventSubscriptions/retryNow" -> "{\"host\":\"hush.example\"}";
                case "PUT /topics/{topic}/eventSubscriptions/{subscription}" -> SUBSCRIPTION.replace("hush", "other");
                case "PATCH /topics/{topic}/eventSubscriptions/{subscription}" -> "{\"paused\":true}";
                case "POST /topics/{topic}/regenerateKey", "POST /domains/{domain}/regenerateKey" ->
                    "{\"keyName\":\"key1\"}";
                // An event of their own is for admins.
                case "POST /topics/{topic}/eventSubscriptions/{subscription}/test" -> "";
                case "POST /domains/{domain}/api/events" -> EveryApiCall.EVENT.replace("[{", "[{\"topic\":\"tenant\",");
                default -> needed().equals(KEY) ? EveryApiCall.EVENT : "{}";
            };
        }

        /** Returns whether it is of a topic or a domain in its path. */
        boolean isOfOne() {
            return template.contains("{topic}") || template.contains("{domain}");
        }

        String owner(String name) {
            return (template.startsWith("/domains/") ? "/domains/" : "/topics/") + name;
        }

        @Override
        public String toString() {
            return method + " " + template;
        }
    }

    @BeforeAll
    static void start() throws IOException {
        var lines = ROLES.stream()
                .map(role -> TokenLines.line("theirs-" + role, "theirs-" + role, role, "theirs*,localhost")
                        + TokenLines.line("ours-" + role, "ours-" + role, role, "ours*"))
                .collect(Collectors.joining(
                        "",
                        TokenLines.line("publisher", "publisher", "publisher", "*")
                                + TokenLines.line("receiver", "receiver", "receiver", "*"),
                        ""));
        ingest = IngestFixture.under(
                new Topics("every-route."),
                Map.of(
                        "tokens.file",
                        Files.writeString(folder.resolve("tokens"), lines).toString(),
                        "http.wrong.key.delay",
                        "0s"));
        created("ours-admin", "/topics/ours", "{}");
        created("theirs-admin", "/topics/localhost", TOPIC);
    }

    private static void created(String token, String path, String body) {
        var response = ingest.manageAs(token, "PUT", path, body);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(201);
    }

    @AfterAll
    static void stop() {
        ingest.close();
    }

    private static Stream<Operation> operations() throws IOException {
        var description = OpenApiDocument.ofService();
        return description.paths().stream()
                .flatMap(path -> description.methods(path).stream().map(method -> new Operation(method, path)));
    }

    @Test
    void everyOperationSaysWhatItNeeds() throws IOException {
        assertThat(operations().map(Operation::toString)).containsExactlyInAnyOrderElementsOf(NEEDED.keySet());
    }

    @ParameterizedTest
    @MethodSource("operations")
    void anotherTeamSeesNothingAndChangesNothing(Operation operation) {
        var topic = "theirs" + topics.getAndIncrement();
        var job = theirTopic(topic, operation);
        var before = state(operation.owner(topic), job);
        for (var role : ROLES) {
            ofAnotherTeam(operation, topic, job, role);
        }
        var key = ingest.key("ours", 1);
        for (var stranger : List.of(
                new String[0],
                new String[] {"Authorization", "Bearer nobody"},
                new String[] {"Authorization", "Bearer " + key},
                new String[] {"aeg-sas-key", key})) {
            var response = operation.on(topic, job, stranger);
            if (operation.needed().equals(ANYBODY)) {
                saysNothing(response);
            } else {
                isRefused(response, 401);
            }
        }
        assertThat(state(operation.owner(topic), job)).isEqualTo(before);
    }

    private static void ofAnotherTeam(Operation operation, String topic, String job, String role) {
        var token = "Bearer ours-" + role;
        var response = operation.on(topic, job, "Authorization", token);
        switch (operation.needed()) {
            case ANYBODY -> saysNothing(response);
            case KEY, RECEIVER -> isRefused(response, 403);
            case LIST, OPERATORS_LIST, ADMINS_LIST -> {
                boolean lacksTheRole = ROLES.indexOf(role) < neededRole(operation);
                assertThat(response.statusCode() / 100).isEqualTo(lacksTheRole ? 4 : 2);
                assertThat(response.body()).doesNotContain("theirs", "hush", "topics/localhost", job);
            }
            default -> {
                boolean lacksTheRole = ROLES.indexOf(role) < ROLES.indexOf(operation.needed());
                isRefused(response, lacksTheRole || !operation.template().contains("{job}") ? 403 : 404);
                var nowhere = operation.on("nowhere", "nothing", "Authorization", token);
                assertThat(nowhere.statusCode()).isEqualTo(response.statusCode());
                assertThat(nowhere.body().replace("nowhere", topic).replace("nothing", job))
                        .isEqualTo(response.body());
                ofAzure(operation, topic, job, token);
            }
        }
    }

    /** The other server of the description. */
    private static void ofAzure(Operation operation, String topic, String job, String token) {
        var response = operation.at(AZURE, AZURE_VERSION, topic, job, "Authorization", token);
        assertThat(response.statusCode()).as(response.body()).isIn(403, 404);
        saysNothing(response);
    }

    private static void isRefused(HttpResponse<String> response, int status) {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
        saysNothing(response);
    }

    private static void saysNothing(HttpResponse<String> response) {
        assertThat(response.body() + response.headers().map()).doesNotContain("hush");
    }

    @ParameterizedTest
    @MethodSource("operations")
    void aRequestWhoseTokenLacksTheRoleGets403(Operation operation) {
        var topic = "theirs" + topics.getAndIncrement();
        var job = theirTopic(topic, operation);
        if (operation.needed().equals(KEY)) {
            var key = json(ingest.manage(
                            "POST",
                            (operation.isOfOne() ? operation.owner(topic) : "/topics/localhost") + "/listKeys",
                            ""))
                    .path("key2")
                    .textValue();
            assertThat(operation.on(topic, job, "aeg-sas-key", key).statusCode())
                    .isEqualTo(200);
            assertThat(operation
                            .on(topic, job, "Authorization", "Bearer publisher")
                            .statusCode())
                    .isEqualTo(200);
            for (var role : ROLES) {
                isRefused(operation.on(topic, job, "Authorization", "Bearer theirs-" + role), 403);
            }
        } else if (operation.needed().equals(RECEIVER)) {
            for (var role : ROLES) {
                isRefused(operation.on(topic, job, "Authorization", "Bearer theirs-" + role), 403);
            }
            isRefused(operation.on(topic, job, "Authorization", "Bearer publisher"), 403);
            // The role was enough; this subscription is no queue.
            isRefused(operation.on(topic, job, "Authorization", "Bearer receiver"), 400);
        } else if (!operation.needed().equals(ANYBODY)) {
            isRefused(operation.on(topic, job, "Authorization", "Bearer receiver"), 403);
            isRefused(operation.on(topic, job, "Authorization", "Bearer publisher"), 403);
            int needed = neededRole(operation);
            IntStream.range(0, ROLES.size()).forEach(role -> {
                var response = operation.on(topic, job, "Authorization", "Bearer theirs-" + ROLES.get(role));
                if (role < needed) {
                    isRefused(response, 403);
                } else {
                    assertThat(response.statusCode()).as(response.body()).isNotIn(401, 403, 404, 405);
                }
            });
        }
    }

    /** Returns -1 for a list. */
    private static int neededRole(Operation operation) {
        return ROLES.indexOf(operation.needed().split(" ", 2)[0]);
    }

    /** Returns the id of a job of the topic; of none if the operation has nothing to do with jobs, of which few may be open. */
    private static String theirTopic(String topic, Operation operation) {
        var owner = operation.owner(topic);
        created("theirs-admin", owner, TOPIC);
        created("theirs-admin", owner + "/eventSubscriptions/orders", SUBSCRIPTION);
        created("theirs-admin", owner + "/eventTypes/placed", "{}");
        if (owner.startsWith("/domains/")) {
            created("theirs-admin", owner + "/topics/tenant", "");
        }
        if (operation.isOfOne()) {
            return "no-job-of-" + topic;
        }
        var job = ingest.manageAs("theirs-operator", "POST", "/jobs", JOB.formatted(topic));
        assertThat(job.statusCode()).as(job.body()).isEqualTo(201);
        return json(job).path("id").textValue();
    }

    private static List<String> state(String path, String job) {
        return Stream.of(
                        ingest.manage("GET", path, ""),
                        ingest.manage("GET", path + "/eventSubscriptions/orders", ""),
                        ingest.manage("POST", path + "/listKeys", ""),
                        ingest.manage("GET", "/jobs/" + job, ""))
                .map(HttpResponse::body)
                .toList();
    }
}
