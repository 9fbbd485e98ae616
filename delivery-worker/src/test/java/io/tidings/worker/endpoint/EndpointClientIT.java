package io.tidings.worker.endpoint;

import static io.tidings.worker.Examples.postingTo;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.contract.event.EventSchema;
import io.tidings.contract.resource.AddressRules;
import io.tidings.contract.resource.EndpointRules;
import io.tidings.testbed.Answer;
import io.tidings.testbed.Receiver;
import io.tidings.worker.verdict.Outcome;
import io.tidings.worker.verdict.Outcome.Answered;
import io.tidings.worker.verdict.Outcome.Cause;
import io.tidings.worker.verdict.Outcome.Refused;
import io.tidings.worker.verdict.Outcome.Silent;
import io.tidings.worker.verdict.Outcome.Unreachable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** B-DEL-3, B-DEL-4, B-OUT and B-SUB-4: what becomes of a request at endpoints of all kinds. */
class EndpointClientIT {
    private static final AddressRules LOOPBACK = AddressRules.allowing(List.of("127.0.0.0/8", "::1/128"));
    private static final byte[] EVENT = "{\"id\":\"1\"}".getBytes(UTF_8);

    private final EndpointClient client =
            EndpointClient.open(new EndpointRules(true), LOOPBACK, Duration.ofSeconds(2), Duration.ofSeconds(10), 100);

    @AfterEach
    void close() {
        client.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 204, 301, 404, 429, 500, 503, 599})
    void anAnswerIsItsStatus(int status) throws Exception {
        try (var receiver = Receiver.start()) {
            receiver.answers("/hook", Answer.status(status, Map.of("Location", "/elsewhere")));
            assertThat(outcomeAt(receiver.uri("/hook").toString())).isEqualTo(new Answered(status, null));
            assertThat(receiver.requests()).as("redirects are not followed").hasSize(1);
            var request = receiver.requests().getFirst();
            assertThat(request.method()).isEqualTo("POST");
            assertThat(request.text()).isEqualTo("[{\"id\":\"1\"}]");
            assertThat(request.header("aeg-delivery-count")).containsExactly("2");
            assertThat(request.header("content-type")).containsExactly("application/json; charset=utf-8");
        }
    }

    @Test
    void whatItAsksForIsRead() throws Exception {
        try (var receiver = Receiver.start()) {
            receiver.answers("/hook", Answer.status(503, Map.of("Retry-After", "120")));
            assertThat(outcomeAt(receiver.uri("/hook").toString())).isEqualTo(new Answered(503, Duration.ofMinutes(2)));
        }
    }

    @Test
    void silenceThatIsGivenUpIsSilence() throws Exception {
        try (var receiver = Receiver.start()) {
            receiver.answers("/hook", Answer.hang());
            var told = new LinkedBlockingQueue<Outcome>();
            var exchange = client.post(post(receiver.uri("/hook").toString(), 0), told::add);
            await().until(() -> !receiver.requests().isEmpty());
            assertThat(told).isEmpty();
            exchange.cancel();
            exchange.cancel();
            assertThat(next(told)).isEqualTo(new Silent());
            assertThat(told).isEmpty();
        }
    }

    @Test
    void silenceBeyondTheTimeoutOfTheSocketIsSilenceToo() throws Exception {
        try (var impatient = EndpointClient.open(
                        new EndpointRules(true), LOOPBACK, Duration.ofSeconds(2), Duration.ofMillis(200), 10);
                var receiver = Receiver.start()) {
            receiver.answers("/hook", Answer.hang());
            assertThat(outcomeAt(impatient, receiver.uri("/hook").toString())).isEqualTo(new Silent());
        }
    }

    @Test
    void aConnectionClosedWithoutAByteIsUnreachable() throws Exception {
        try (var server = new Raw("")) {
            assertThat(outcomeAt(server.url())).isEqualTo(new Unreachable(Cause.SOCKET));
            assertThat(server.connections).hasValue(1);
        }
    }

    @Test
    void nobodyListeningIsUnreachable() throws Exception {
        String url;
        try (var server = new Raw("")) {
            url = server.url();
        }
        assertThat(outcomeAt(url)).isEqualTo(new Unreachable(Cause.SOCKET));
    }

    @Test
    void anAnswerThatBreaksOffInItsBodyCounts() throws Exception {
        try (var server = new Raw("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf of")) {
            assertThat(outcomeAt(server.url())).isEqualTo(new Answered(200, null));
        }
    }

    @Test
    void anEndlessBodyIsCutAndItsStatusCounts() throws Exception {
        try (var server = new Raw("HTTP/1.1 200 OK\r\n\r\n", "x".repeat(64 * 1024), 1000)) {
            assertThat(outcomeAt(server.url())).isEqualTo(new Answered(200, null));
            await().untilAsserted(() -> assertThat(server.brokenOff).isTrue());
        }
    }

    @Test
    void anAnswerWhoseBodyNeverEndsCountsWhenItIsGivenUp() throws Exception {
        try (var server = new Raw("HTTP/1.1 202 Accepted\r\nContent-Length: 100\r\n\r\nhalf", "", -1)) {
            var told = new LinkedBlockingQueue<Outcome>();
            var exchange = client.post(post(server.url(), 0), told::add);
            await().untilAsserted(() -> assertThat(server.answered).isTrue());
            await().pollDelay(Duration.ofMillis(200)).until(told::isEmpty);
            exchange.cancel();
            assertThat(next(told)).isEqualTo(new Answered(202, null));
        }
    }

    @Test
    void informationBeforeTheAnswerIsNotTheAnswer() throws Exception {
        var hint = "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n";
        var answer = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";
        try (var server = new Raw(hint + answer)) {
            assertThat(outcomeAt(server.url())).isEqualTo(new Answered(200, null));
        }
    }

    @Test
    void noContentWithABodyIsNoContent() throws Exception {
        try (var server = new Raw("HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\nwrong")) {
            assertThat(outcomeAt(server.url())).isEqualTo(new Answered(204, null));
        }
    }

    @Test
    void anOldServerIsUnderstood() throws Exception {
        try (var server = new Raw("HTTP/1.0 200 OK\r\n\r\nhello")) {
            assertThat(outcomeAt(server.url())).isEqualTo(new Answered(200, null));
        }
    }

    @Test
    void whatIsNoHttpIsUnreachable() throws Exception {
        try (var server = new Raw("SSH-2.0-OpenSSH_9.9\r\n")) {
            assertThat(outcomeAt(server.url())).isInstanceOf(Unreachable.class);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost", "127.0.0.1"})
    void aRefusedAddressIsNotConnectedTo(String host) throws Exception {
        try (var strict = EndpointClient.open(
                        new EndpointRules(true),
                        AddressRules.allowing(List.of()),
                        Duration.ofSeconds(2),
                        Duration.ofSeconds(5),
                        10);
                var server = new Raw("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")) {
            var url = server.url().replace("localhost", host);
            assertThat(outcomeAt(strict, url)).isEqualTo(new Refused());
            assertThat(outcomeAt(strict, url)).isEqualTo(new Refused());
            assertThat(server.connections).hasValue(0);
            assertThat(outcomeAt(client, server.url())).isEqualTo(new Answered(200, null));
        }
    }

    @Test
    void plainHttpIsNotConnectedToUnlessAllowed() throws Exception {
        try (var strict = EndpointClient.open(
                        new EndpointRules(false), LOOPBACK, Duration.ofSeconds(2), Duration.ofSeconds(5), 10);
                var server = new Raw("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")) {
            assertThat(outcomeAt(strict, server.url())).isEqualTo(new Refused());
            assertThat(server.connections).hasValue(0);
        }
    }

    @Test
    void anUnknownNameIsAResolutionFailure() throws Exception {
        assertThat(outcomeAt("http://no-such-host.invalid/hook")).isEqualTo(new Unreachable(Cause.RESOLUTION));
    }

    @Test
    void aCertificateOfAnUnknownAuthorityIsUnreachable(@TempDir Path folder) throws Exception {
        try (var receiver = Receiver.start(0, SelfSigned.in(folder))) {
            assertThat(outcomeAt(receiver.uri("/hook").toString())).isEqualTo(new Unreachable(Cause.SOCKET));
            assertThat(receiver.requests()).isEmpty();
        }
    }

    @Test
    void aConnectionIsUsedAgain() throws Exception {
        try (var receiver = Receiver.start()) {
            for (int i = 0; i < 20; i++) {
                assertThat(outcomeAt(receiver.uri("/hook").toString())).isEqualTo(new Answered(200, null));
            }
            assertThat(receiver.requests()).hasSize(20);
        }
    }

    private Outcome outcomeAt(String url) throws InterruptedException {
        return outcomeAt(client, url);
    }

    private static Outcome outcomeAt(EndpointClient client, String url) throws InterruptedException {
        var told = new LinkedBlockingQueue<Outcome>();
        var _ = client.post(post(url, 2), told::add);
        return next(told);
    }

    private static Outcome next(BlockingQueue<Outcome> told) throws InterruptedException {
        var outcome = told.poll(10, TimeUnit.SECONDS);
        assertThat(outcome).as("an outcome is told").isNotNull();
        return outcome;
    }

    private static Post post(String url, int attemptsBefore) {
        var head = RequestHead.of(postingTo(url), EventSchema.EVENT_GRID, false);
        return new Post(head, head.valuesOf(EVENT), List.of(EVENT), null, attemptsBefore);
    }

    /** Reads a request's head and answers with these bytes, whatever they mean. */
    private static final class Raw implements AutoCloseable {
        private final ServerSocket socket = new ServerSocket(0);
        private final AtomicInteger connections = new AtomicInteger();
        private volatile boolean answered;
        private volatile boolean brokenOff;

        Raw(String answer) throws IOException {
            this(answer, "", 0);
        }

        /** @param times the rest is repeated; below 0: the connection then stays open */
        Raw(String answer, String rest, int times) throws IOException {
            Thread.ofVirtual().start(() -> {
                while (!socket.isClosed()) {
                    answerOne(answer, rest, times);
                }
            });
        }

        String url() {
            return "http://localhost:" + socket.getLocalPort() + "/hook";
        }

        private void answerOne(String answer, String rest, int times) {
            try (var connection = socket.accept()) {
                connections.incrementAndGet();
                readHead(connection.getInputStream());
                var out = connection.getOutputStream();
                out.write(answer.getBytes(UTF_8));
                answered = true;
                for (int i = 0; i < times; i++) {
                    out.write(rest.getBytes(UTF_8));
                }
                if (times < 0) {
                    connection.getInputStream().transferTo(OutputStream.nullOutputStream());
                }
            } catch (IOException e) {
                brokenOff = true; // the client has gone, or the test is over
            }
        }

        private static void readHead(InputStream in) throws IOException {
            int tail = 0;
            for (int next = in.read(); next >= 0; next = in.read()) {
                tail = tail << 8 | next;
                if (tail == 0x0d0a0d0a) {
                    in.readNBytes(EVENT.length + 2);
                    return;
                }
            }
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }
}
