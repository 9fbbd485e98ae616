package io.tidings.worker.webhook;

import static io.tidings.worker.webhook.SmallRequests.next;
import static io.tidings.worker.webhook.SmallRequests.outcomeAt;
import static io.tidings.worker.webhook.SmallRequests.to;
import static io.tidings.worker.webhook.SmallRequests.toldOutcomeAt;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.worker.verdict.Outcome;
import io.tidings.worker.verdict.Outcome.Cause;
import io.tidings.worker.verdict.Outcome.Responded;
import io.tidings.worker.verdict.Outcome.Unreachable;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** B-DEL-3: an endpoint whose response does not end harms no other endpoint. All share one thread for connections. */
class FloodIT {
    private static final int FLOODED = 8;
    private static final int HEALTHY = 5;
    private static final String CHUNKED = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
    private static final String HINT = "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n";

    /** Small enough for a client that reads the whole of one response, too large for what sockets alone hold. */
    private static final int ENOUGH_BYTES = 32 * 1024 * 1024;

    private final WebhookClient client = SmallRequests.client(Duration.ofSeconds(30), Duration.ofMinutes(2));

    @AfterEach
    void close() {
        client.close();
    }

    static Stream<Arguments> floods() {
        var broken = new Unreachable(Cause.PROTOCOL);
        var ok = new Responded(200, null);
        return Stream.of(
                Arguments.of("103", "", HINT, broken),
                Arguments.of("100", "", "HTTP/1.1 100 Continue\r\n\r\n", broken),
                Arguments.of("102", "", "HTTP/1.1 102 Processing\r\n\r\n", broken),
                Arguments.of("large 103", "", "HTTP/1.1 103 Early Hints\r\n" + large(90) + "\r\n", broken),
                Arguments.of("empty lines", "", "\r\n", broken),
                Arguments.of("headers", "HTTP/1.1 200 OK\r\n", "X: y\r\n", broken),
                Arguments.of("folded lines", "HTTP/1.1 200 OK\r\nX: y\r\n", " and more\r\n", broken),
                Arguments.of("body", "HTTP/1.1 200 OK\r\n\r\n", "x", ok),
                Arguments.of("chunks of one byte", CHUNKED, "1\r\nx\r\n", ok),
                Arguments.of("chunk extensions", CHUNKED, "1;" + "x".repeat(8000) + "\r\nx\r\n", ok),
                Arguments.of("one chunk extension", CHUNKED + "1;", "x", ok),
                Arguments.of("trailers", CHUNKED + "0\r\n", "X: y\r\n", ok));
    }

    private static String large(int headers) {
        return ("X: " + "y".repeat(8000) + "\r\n").repeat(headers);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("floods")
    void theOthersGetTheirDeliveriesAndEveryFloodHasItsOutcome(String name, String begin, String more, Outcome ofFlood)
            throws Exception {
        var much = more.repeat(1 + 64 * 1024 / more.length());
        var told = new LinkedBlockingQueue<Outcome>();
        try (var flooding = new RawServer(each -> flood(each, begin, much));
                var healthy = new RawServer(each -> each.answer(RawServer.OK))) {
            assertThat(outcomeAt(client, healthy.url())).isEqualTo(new Responded(200, null));
            for (int i = 0; i < FLOODED; i++) {
                var _ = client.post(to(flooding.url()), () -> true, told::add);
            }
            await().until(() -> flooding.requests().size() == FLOODED);
            for (int i = 0; i < HEALTHY; i++) {
                var outcome = new LinkedBlockingQueue<Outcome>();
                var _ = client.post(to(healthy.url()), () -> true, outcome::add);
                assertThat(next(outcome)).isEqualTo(new Responded(200, null));
            }
            for (int i = 0; i < FLOODED; i++) {
                var outcome = next(told);
                assertThat(outcome instanceof Unreachable(var cause, var _) ? new Unreachable(cause) : outcome)
                        .isEqualTo(ofFlood);
            }
            await().untilAsserted(() -> assertThat(flooding.brokenOff()).isEqualTo(FLOODED));
            assertThat(flooding.sentBytes()).isLessThan((long) FLOODED * ENOUGH_BYTES);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 20})
    void someInformationIsAllowed(int hints) throws Exception {
        try (var server = new RawServer(each -> {
            each.answer(HINT.repeat(hints) + RawServer.OK);
            each.answer(HINT.repeat(hints) + RawServer.OK);
        })) {
            assertThat(outcomeAt(client, server.url())).isEqualTo(new Responded(200, null));
            assertThat(outcomeAt(client, server.url())).isEqualTo(new Responded(200, null));
            assertThat(server.connections())
                    .as("each response has its own limit")
                    .isEqualTo(1);
        }
    }

    @Test
    void tooMuchInformationIsSaidToOperators() throws Exception {
        try (var server = new RawServer(each -> each.answer(HINT.repeat(21) + RawServer.OK))) {
            assertThat(toldOutcomeAt(client, server.url()))
                    .isEqualTo(new Unreachable(
                            Cause.PROTOCOL,
                            "response beyond a limit (more than 20 interim responses): localhost:" + server.port()));
        }
    }

    private static void flood(RawServer.Connection connection, String begin, String more) throws IOException {
        connection.answer(begin);
        while (true) {
            connection.say(more);
        }
    }
}
