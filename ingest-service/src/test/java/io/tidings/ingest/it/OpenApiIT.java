package io.tidings.ingest.it;

import static io.tidings.ingest.it.Responses.json;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.tidings.contract.Topics;
import io.tidings.testbed.webhook.ScriptedWebhook;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.slf4j.LoggerFactory;

/** B-SUB-1, B-PUB-2: the description and the service agree, and neither responses nor logs contain a secret. */
@Isolated("other tests would write to the log that it reads")
class OpenApiIT {
    /** The status that a service gives only while Kafka is away. */
    private static final int UNAVAILABLE = 503;

    private static final int FORBIDDEN = 403;
    private static final int CONFLICT = 409;
    private static final int NOT_FOUND = 404;

    static final Topics TOPICS = new Topics("open-api.");

    @TempDir
    private static Path folder;

    private static ScriptedWebhook webhook;
    private static IngestFixture ingest;
    private static OpenApiDocument description;
    private static final Logger log = (Logger) LoggerFactory.getLogger("io.tidings");
    private static final ListAppender<ILoggingEvent> logged = new ListAppender<>();

    @BeforeAll
    static void start() throws IOException {
        var tokens = Files.writeString(
                folder.resolve("tokens"),
                TokenLines.line("stranger", EveryApiCall.STRANGER, "reader", "elsewhere")
                        + TokenLines.line("receiver", EveryApiCall.RECEIVER, "receiver", "*"));
        logged.start();
        log.setLevel(Level.TRACE);
        log.setAdditive(false);
        log.addAppender(logged);
        webhook = ScriptedWebhook.start();
        var settings = new HashMap<>(Map.of(
                "tokens.file",
                tokens.toString(),
                "webhook.validation",
                "true",
                "http.wrong.key.delay",
                "0s",
                "publish.max.rate.per.topic",
                "50",
                "resource.max.subscriptions.per.topic",
                Integer.toString(EveryApiCall.MOST_SUBSCRIPTIONS),
                "timeline.url",
                webhook.uri("").toString(),
                "endpoint.allow.http",
                "true",
                "endpoint.allow.networks",
                "127.0.0.0/8,::1/128",
                "source.kafka.shop",
                "shop.*",
                "source.kafka.shop.topics",
                "*"));
        settings.put("receive.secret", EveryApiCall.DESK_SECRET);
        settings.put("deadletter.container.all", "*/*");
        settings.put("deadletter.container.all.topics", "*");
        ingest = IngestFixture.under(TOPICS, settings);
        description = new OpenApiDocument(
                ingest.send(HttpRequest.newBuilder(ingest.uri("/openapi.json"))).body());
    }

    @AfterAll
    static void stop() {
        ingest.close();
        webhook.close();
        log.detachAppender(logged);
        log.setLevel(null);
        log.setAdditive(true);
    }

    @Test
    void everyMethodThatIsAllowedIsDescribedAndNoOther() {
        ingest.manage("PUT", "/topics/orders", "{}");
        ingest.manage("PUT", "/topics/localhost", "{}");
        ingest.manage("PUT", "/domains/tenants", "{}");
        for (var path : description.paths()) {
            var answer = ingest.manage("BREW", named(path), "");
            assertThat(answer.statusCode()).as(path).isEqualTo(405);
            var allowed = answer.headers().firstValue("Allow").orElseThrow();
            assertThat(Set.of(allowed.split(", ", -1))).as(path).isEqualTo(description.methods(path));
        }
        ingest.manage("DELETE", "/topics/localhost", "");
        ingest.manage("DELETE", "/domains/tenants", "");
    }

    private static String named(String path) {
        return path.replace("{domain}/topics/{topic}", "tenants/topics/tenant-1")
                .replace("{domain}", "tenants")
                .replace("{topic}", "orders")
                .replace("{subscription}", "billing")
                .replace("{id}", "some-event")
                .replace("{source}", "some-events-0@0")
                .replace("{job}", "some-job")
                .replace("{eventType}", "placed");
    }

    @Test
    void everyResponseIsDescribedAndEveryDescribedResponseIsGiven() {
        var api = new EveryApiCall(ingest, webhook, description);
        api.ask();
        var described = new HashSet<>(description.cases());
        described.removeIf(each -> each.status() == UNAVAILABLE
                // Only where no keys are asked for, may everybody know which topics there are.
                || (each.status() == NOT_FOUND && each.path().matches(".*(/api/events|:publish)"))
                // It would take 100,000 topics.
                || (each.status() == CONFLICT && each.path().equals("/domains/{domain}/topics/{topic}"))
                // Only a token of an OIDC issuer can be without any role.
                || (each.status() == FORBIDDEN
                        && each.method().equals("GET")
                        && Set.of(
                                        "/access",
                                        "/eventSubscriptions",
                                        "/overview",
                                        "/stats",
                                        "/topics",
                                        "/domains",
                                        "/jobs",
                                        "/jobs/{job}")
                                .contains(each.path())));
        assertThat(api.seen()).isEqualTo(described);
        noSecretIsTold(api.said());
    }

    /** B-SUB-1, B-DEL-5: only the operations made for it show secrets. */
    private static void noSecretIsTold(Map<String, StringBuilder> said) {
        var keys = json(said.get("POST " + EveryApiCall.TOPIC + "/regenerateKey")
                        .substring(
                                0,
                                said.get("POST " + EveryApiCall.TOPIC + "/regenerateKey")
                                                .indexOf("}")
                                        + 1))
                .findValuesAsText("key2");
        assertThat(keys).hasSize(1);
        var key = keys.getFirst();
        said.forEach((operation, text) -> {
            if (!operation.endsWith("/getFullUrl")) {
                assertThat(text).as(operation).doesNotContain(EveryApiCall.SECRET);
            }
            if (!operation.endsWith("/rotateSigningSecret")) {
                assertThat(text).as(operation).doesNotContainPattern("whsec_[\\w+/]{20}");
            }
            if (!operation.endsWith("/listKeys") && !operation.endsWith("/regenerateKey")) {
                assertThat(text).as(operation).doesNotContain(key);
            }
        });
        assertThat(List.copyOf(logged.list))
                .isNotEmpty()
                .noneMatch(line -> Stream.of(EveryApiCall.SECRET, "whsec_", key, "Bearer " + IngestFixture.TOKEN)
                        .anyMatch(secret -> line.getFormattedMessage().contains(secret)
                                || String.valueOf(line.getThrowableProxy()).contains(secret)));
    }
}
