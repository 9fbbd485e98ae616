package io.tidings.ingest.it;

import static io.tidings.ingest.it.Responses.json;
import static io.tidings.ingest.it.Responses.refused;
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
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** B-ARM-1: the paths of Azure are other names of the same resources. */
class ArmPathsIT {
    private static final String GROUP = "/subscriptions/s/resourceGroups/Shop/providers/Microsoft.EventGrid";
    private static final String VERSION = "?api-version=2025-02-15";
    private static final String READER = "only-reads";
    private static final String OTHER_READER = "only-reads-another";
    private static final Topics TOPICS = new Topics("arm-paths.");
    private static final String SUBSCRIPTION = """
        {"properties":{"destination":{"endpointType":"WebHook","properties":{"endpointUrl":"https://e.example/"}}}}\
        """;

    @TempDir
    private static Path folder;

    private static IngestFixture ingest;

    @BeforeAll
    static void start() throws IOException {
        var tokens = Files.writeString(
                folder.resolve("tokens"),
                TokenLines.line("eye", READER, "reader", "*")
                        + TokenLines.line("other", OTHER_READER, "reader", "list-b"));
        ingest = IngestFixture.under(TOPICS, Map.of("tokens.file", tokens.toString()));
    }

    @AfterAll
    static void stop() {
        ingest.close();
    }

    @Test
    void aResourceHasOneVersionUnderBothPaths() {
        var path = GROUP + "/topics/both";
        var put = ingest.manage("PUT", path + VERSION, "{\"location\":\"here\",\"tags\":{\"a\":\"b\"}}");
        assertThat(put.statusCode()).isEqualTo(201);
        var got = ingest.manage("GET", "/topics/both", "");
        assertThat(json(got).path("location").textValue()).isEqualTo("here");
        assertThat(json(put).path("id").textValue()).isEqualTo(path);
        assertThat(put.headers().firstValue("ETag")).isEqualTo(got.headers().firstValue("ETag"));
        var patched = ingest.manage("PATCH", path + VERSION, "{\"tags\":{\"a\":null,\"c\":\"d\"}}");
        assertThat(json(patched).path("tags")).isEqualTo(json("{\"c\":\"d\"}"));
        assertThat(json(patched).path("location").textValue()).isEqualTo("here");
        assertThat(ingest.manage("DELETE", path + VERSION, "").statusCode()).isEqualTo(204);
        assertThat(ingest.manage("GET", path + VERSION, "").statusCode()).isEqualTo(404);
        assertThat(ingest.manage("DELETE", path + VERSION, "").statusCode()).isEqualTo(204);
    }

    @Test
    void rolesAndAuditAreThoseOfTheShortPaths() {
        ingest.manage("PUT", GROUP + "/topics/roles" + VERSION, "{}");
        var subscription = GROUP + "/topics/roles/eventSubscriptions/one" + VERSION;
        assertThat(ingest.manage("PUT", subscription, SUBSCRIPTION).statusCode())
                .isEqualTo(201);
        refused(asReader("PUT", subscription, SUBSCRIPTION), 403, "Forbidden/Forbidden");
        refused(asReader("POST", GROUP + "/topics/roles/listKeys" + VERSION, ""), 403, "Forbidden/Forbidden");
        assertThat(asReader("GET", subscription, "").statusCode()).isEqualTo(200);
        refused(
                ingest.send(HttpRequest.newBuilder(ingest.uri(GROUP + "/topics" + VERSION))),
                401,
                "Unauthorized/Unauthorized");
        assertThat(KafkaLog.shared().records(TOPICS.audit(), "topics/roles/eventSubscriptions/one"))
                .singleElement()
                .satisfies(record -> assertThat(
                                KafkaLog.value(record).path("action").textValue())
                        .isEqualTo("PUT"));
    }

    @Test
    void theNextPageIsAPathOfAzureToo() {
        for (var name : new String[] {"page-a", "page-b"}) {
            ingest.manage("PUT", GROUP + "/topics/" + name + VERSION, "{}");
        }
        var first = ingest.manage("GET", GROUP + "/topics" + VERSION + "&$top=1&$filter=contains(name,'page')", "");
        var link = json(first).path("nextLink").textValue();
        assertThat(link).startsWith(ingest.uri(GROUP + "/topics" + VERSION).toString());
        var second = ingest.manage("GET", link.substring(link.indexOf("/subscriptions")), "");
        assertThat(json(second).at("/value/0/id").textValue()).isEqualTo(GROUP + "/topics/page-b");
    }

    /** B-ARM-2: across topics, a token sees its own. */
    @Test
    void eventSubscriptionsOfAllTopicsAreListedInPages() {
        for (var topic : new String[] {"list-b", "list-a"}) {
            ingest.manage("PUT", GROUP + "/topics/" + topic + VERSION, "{}");
            ingest.manage("PUT", GROUP + "/topics/" + topic + "/eventSubscriptions/listed" + VERSION, SUBSCRIPTION);
        }
        var all = GROUP.replace("/resourceGroups/Shop", "") + "/eventSubscriptions" + VERSION;
        var query = "&$top=1&$filter=name eq 'listed'".replace(" ", "%20");
        var first = json(ingest.manage("GET", all + query, ""));
        assertThat(first.at("/value/0/id").textValue())
                .endsWith("/topics/list-a/providers/Microsoft.EventGrid/eventSubscriptions/listed");
        var link = first.path("nextLink").textValue();
        var second = json(ingest.manage("GET", link.substring(link.indexOf("/subscriptions")), ""));
        assertThat(second.at("/value/0/properties/topic").textValue()).endsWith("/topics/list-b");
        assertThat(second.has("nextLink")).isFalse();
        var own = json(ingest.manageAs(OTHER_READER, "GET", all + query.replace("$top=1&", ""), ""));
        assertThat(own.at("/value/0/properties/topic").textValue()).endsWith("/topics/list-b");
        assertThat(own.path("value")).hasSize(1);
    }

    /** B-ARM-2: nobody who does not ask for it publishes a cloud. */
    @Test
    void documentsForToolsAreOff() {
        for (var path : List.of("/metadata/endpoints", "/subscriptions", "/tenants", "/subscriptions/s/locations")) {
            assertThat(ingest.manage("GET", path + VERSION, "").statusCode())
                    .as(path)
                    .isEqualTo(404);
        }
        assertThat(ingest.manage("POST", "/adfs/oauth2/v2.0/token", "client_secret=a")
                        .statusCode())
                .isEqualTo(404);
    }

    @Test
    void aVersionIsRequiredAndEverythingElseIsNotFound() {
        refused(ingest.manage("GET", GROUP + "/topics", ""), 400, "BadRequest/MissingApiVersionParameter");
        refused(
                ingest.manage("GET", GROUP + "/topics?api-version=2018-01-01", ""),
                400,
                "BadRequest/InvalidApiVersionParameter");
        refused(ingest.manage("GET", GROUP + "/namespaces" + VERSION, ""), 404, "NotFound/ResourceNotFound");
    }

    private static HttpResponse<String> asReader(String method, String path, String body) {
        return ingest.send(HttpRequest.newBuilder(ingest.uri(path))
                .header("Authorization", "Bearer " + READER)
                .method(method, BodyPublishers.ofString(body)));
    }
}
