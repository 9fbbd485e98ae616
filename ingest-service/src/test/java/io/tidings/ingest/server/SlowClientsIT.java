package io.tidings.ingest.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.ingest.http.Body;
import io.tidings.ingest.http.Request;
import io.tidings.ingest.http.Response;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** B-PUB-2: a client gets a connection for as long as it uses it, and not by sending a byte now and then. */
@Timeout(240)
class SlowClientsIT {
    private static final Duration LIMIT = Duration.ofMillis(700);
    private static final int FREE = 10;
    private static final String GUESS = "GET /secret HTTP/1.1\r\nHost: h\r\n\r\n";
    private static final String REQUEST = "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 4\r\n\r\nbody";

    private final AtomicInteger answered = new AtomicInteger();
    private final IngestServer server = IngestServer.start(
            new ServerConfig(
                    "localhost",
                    0,
                    null,
                    null,
                    100,
                    1 << 22,
                    Duration.ofSeconds(20),
                    LIMIT,
                    LIMIT,
                    Duration.ofMinutes(1),
                    Duration.ZERO),
            this::answer,
            this::answer);

    private Response answer(Request request) {
        boolean whole = request.body().get() instanceof Body.Whole;
        answered.incrementAndGet();
        return Response.empty(request.path().equals("/secret") ? 401 : whole ? 200 : 400);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(
            strings = {
                "POST / HTTP/1.1 and no end of a line in sight",
                "POST / HTTP/1.1\r\nHost: h\r\nX-Padding: and no end of a header in sight",
                "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1000\r\n\r\n[ and no end of a body in sight",
                "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\nfff\r\n[ no end of a chunk"
            })
    void aClientThatSendsAByteAtATimeIsCut(String text) throws Exception {
        long start = System.nanoTime();
        try (var client = client()) {
            int sent = dripped(client, text);
            assertThat(sent).as("the rest was not taken").isLessThan(10_000);
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isBetween(LIMIT, Duration.ofSeconds(40));
            assertThat(answered).hasValue(0);
        }
    }

    /** Again where the machine stood still for the time of a request. */
    @Test
    void aKeptConnectionHasTheTimeForEachOfItsRequests() {
        await().ignoreException(SocketException.class).untilAsserted(() -> {
            int before = answered.get();
            try (var client = client()) {
                long start = System.nanoTime();
                int requests = 0;
                while (System.nanoTime() - start < 3 * LIMIT.toNanos()) {
                    send(client, REQUEST);
                    assertThat(status(client)).isEqualTo(200);
                    requests++;
                    LockSupport.parkNanos(Duration.ofMillis(100).toNanos());
                }
                assertThat(answered).hasValue(before + requests);
            }
        });
    }

    @Test
    void wrongKeysWaitAndRightOnesDoNot() throws Exception {
        try (var client = client()) {
            for (int i = 0; i < FREE; i++) {
                send(client, GUESS);
                assertThat(status(client)).isEqualTo(401);
            }
            long start = System.nanoTime();
            send(client, GUESS);
            assertThat(status(client)).isEqualTo(401);
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(Duration.ofMillis(90));
            try (var guesses = new Guesses()) {
                for (int i = 0; i < 9; i++) { // 200 ms, 400 ms, and so on: the last waits for most of a minute
                    guesses.oneMore();
                }
                send(client, REQUEST);
                assertThat(status(client)).isEqualTo(200);
                assertThat(guesses.answered(8)).as("the last guess").isFalse();
            }
        }
    }

    /** Wrong keys without a delay. */
    private final class Guesses implements AutoCloseable {
        private final List<Socket> open = new ArrayList<>();

        void oneMore() throws IOException {
            int before = answered.get();
            var socket = client();
            open.add(socket);
            send(socket, GUESS);
            await().until(() -> answered.get() > before);
        }

        boolean answered(int number) throws IOException {
            return open.get(number).getInputStream().available() > 0;
        }

        @Override
        public void close() throws IOException {
            for (var socket : open) {
                socket.close();
            }
        }
    }

    /** Sends a byte every few milliseconds and returns how many were sent before the connection was gone. */
    private static int dripped(Socket client, String text) throws IOException {
        for (int sent = 0; sent < 10_000; sent++) {
            try {
                client.getOutputStream().write(sent < text.length() ? text.charAt(sent) : 'x');
                if (client.getInputStream().read() < 0) {
                    return sent;
                }
            } catch (SocketTimeoutException _) {
                // there is no response yet
            } catch (SocketException _) { // closed
                return sent;
            }
        }
        return 10_000;
    }

    private Socket client() throws IOException {
        var socket = new Socket("localhost", server.httpPort());
        socket.setSoTimeout(5);
        return socket;
    }

    private static void send(Socket client, String text) throws IOException {
        client.setSoTimeout(90_000);
        client.getOutputStream().write(text.getBytes(UTF_8));
    }

    /** Reads a response without a body. */
    private static int status(Socket client) throws IOException {
        var head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int next = client.getInputStream().read();
            assertThat(next).as("after %s", head).isNotNegative();
            head.append((char) next);
        }
        return Integer.parseInt(head.substring(9, 12));
    }
}
