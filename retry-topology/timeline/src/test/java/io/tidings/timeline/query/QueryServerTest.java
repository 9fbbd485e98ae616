package io.tidings.timeline.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.tidings.contract.RetryLadder;
import io.tidings.contract.TimeScale;
import io.tidings.contract.timeline.TimelineQuery.OfEvent;
import io.tidings.contract.timeline.TimelineResult;
import io.tidings.runtime.InvalidSettings;
import io.tidings.runtime.http.SharedSecret;
import io.tidings.runtime.timeline.TimelineClient;
import io.tidings.runtime.timeline.TimelineUnavailableException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.config.types.Password;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The listener of the timeline, while it has no state. */
class QueryServerTest {
    private static final Password SECRET = new Password("the secret of the cluster");
    private static final OfEvent EVENT = new OfEvent("orders", "1");

    private final QueryServer server = QueryServer.bind("127.0.0.1", 0, SECRET);
    private final Admin admin = Admin.create(Map.of("bootstrap.servers", "127.0.0.1:1"));

    QueryServerTest() {
        var streams = new PresentStreams();
        var clock = InstantSource.system();
        var local = new LocalShare(streams, new RetryLadder(TimeScale.REAL), Duration.ofDays(7), clock);
        var lag = new RecentLag(new CommitLag(admin, "timeline", List.of(), clock)::behind, clock);
        server.respond(new TimelineCluster(streams, local, client(SECRET), lag, 8, "127.0.0.1:1"), local);
    }

    @AfterEach
    void close() {
        server.close();
        admin.close(Duration.ZERO);
    }

    private static TimelineClient client(@Nullable Password secret) {
        return new TimelineClient(secret, Duration.ofSeconds(90));
    }

    private String at() {
        return "127.0.0.1:" + server.port();
    }

    @Test
    void withoutStateTheTimelineSaysWhy() {
        try (var client = client(SECRET)) {
            assertThatExceptionOfType(TimelineUnavailableException.class)
                    .isThrownBy(() -> client.ask(URI.create("http://" + at()), EVENT))
                    .withMessageContaining("503: the timeline is starting");
        }
    }

    @Test
    void anInstanceWithoutStateHasNoShare() throws TimelineUnavailableException {
        try (var client = client(SECRET)) {
            assertThat(client.askShare(at(), EVENT, List.of(1, 2), true)).isEqualTo(TimelineResult.nothing());
        }
    }

    @Test
    void aQuestionWithoutTheSecretIsRefused() {
        for (var secret : new Password[] {null, new Password("another one")}) {
            try (var client = client(secret)) {
                assertThatExceptionOfType(TimelineUnavailableException.class)
                        .isThrownBy(() -> client.askShare(at(), EVENT, List.of(1), false))
                        .withMessageContaining("401");
            }
        }
    }

    @Test
    void theSecretItselfNeitherTravelsNorOpensAnything() throws Exception {
        assertThat(status("GET", "/timeline?of=all", "Bearer " + SECRET.value()))
                .isEqualTo(401);
        var seen = new AtomicReference<String>();
        var eavesdropper = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        eavesdropper.createContext("/", exchange -> {
            try (exchange) {
                seen.set(exchange.getRequestURI() + " "
                        + exchange.getRequestHeaders().entrySet());
                exchange.sendResponseHeaders(503, -1);
            }
        });
        eavesdropper.start();
        try (var client = client(SECRET)) {
            var at = "127.0.0.1:" + eavesdropper.getAddress().getPort();
            assertThatExceptionOfType(TimelineUnavailableException.class)
                    .isThrownBy(() -> client.askShare(at, EVENT, List.of(1), false));
        } finally {
            eavesdropper.stop(0);
        }
        assertThat(seen.get()).contains("/timeline/share", "Authorization").doesNotContain(SECRET.value());
    }

    @ParameterizedTest
    @CsvSource({
        "GET, /timeline?of=all, 400",
        "GET, /timeline/share?of=pending&subscription=a/b&partitions=x, 400",
        "POST, /timeline?of=all, 405",
        "GET, /timeline/other, 404",
        "GET, /, 404"
    })
    void anythingElseIsRefused(String method, String path, int status) throws IOException, InterruptedException {
        var signed = new SharedSecret(SECRET).sign(method, URI.create(path), Instant.now());
        assertThat(status(method, path, signed)).isEqualTo(status);
    }

    private int status(String method, String path, String authorization) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(URI.create("http://" + at() + path))
                .method(method, HttpRequest.BodyPublishers.noBody())
                .header("Authorization", authorization);
        try (var client = HttpClient.newHttpClient()) {
            return client.send(request.build(), HttpResponse.BodyHandlers.discarding())
                    .statusCode();
        }
    }

    @Test
    void aTakenPortIsReported() {
        assertThatThrownBy(() -> QueryServer.bind("127.0.0.1", server.port(), null))
                .isInstanceOf(InvalidSettings.class)
                .hasMessageContaining("timeline.listen");
    }

    @Test
    void aTimelineThatIsNotThereIsNamed() {
        try (var client = client(SECRET)) {
            assertThatExceptionOfType(TimelineUnavailableException.class)
                    .isThrownBy(() -> client.ask(URI.create("http://127.0.0.1:1"), EVENT))
                    .withMessageContaining("the timeline at 127.0.0.1:1 does not respond");
        }
    }
}
