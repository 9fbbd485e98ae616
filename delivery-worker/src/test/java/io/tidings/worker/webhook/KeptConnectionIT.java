package io.tidings.worker.webhook;

import static io.tidings.worker.webhook.SmallRequests.outcomeAt;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.worker.verdict.Outcome;
import io.tidings.worker.verdict.Outcome.Cause;
import io.tidings.worker.verdict.Outcome.NotSent;
import io.tidings.worker.verdict.Outcome.Responded;
import io.tidings.worker.verdict.Outcome.TimedOut;
import io.tidings.worker.verdict.Outcome.Unreachable;
import io.tidings.worker.webhook.RawServer.Connection;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** B-DEL-3: a request that meets a kept connection that the endpoint has closed is sent again, once, and no other is. */
class KeptConnectionIT {
    private static final Responded DELIVERED = new Responded(200, null);

    private final WebhookClient client = SmallRequests.client(Duration.ofSeconds(30), Duration.ofMinutes(2));

    @AfterEach
    void close() {
        client.close();
    }

    @Test
    void aConnectionIsUsedAgain() throws Exception {
        try (var server = new RawServer(KeptConnectionIT::answerAll)) {
            for (int i = 0; i < 20; i++) {
                assertThat(outcomeAt(client, server.url())).isEqualTo(DELIVERED);
            }
            assertThat(server.connections()).isEqualTo(1);
        }
    }

    @Test
    void aConnectionClosedWhileIdleHarmsNoRequest() throws Exception {
        try (var server = new RawServer(each -> each.answer(RawServer.OK))) {
            for (int i = 0; i < 200; i++) {
                assertThat(outcomeAt(client, server.url())).as("request " + i).isEqualTo(DELIVERED);
            }
            assertThat(server.requests()).hasSize(200);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void ifTheConnectionIsClosedWhenTheRequestIsReadItIsSentAgain(boolean reset) throws Exception {
        try (var server = new RawServer(connection -> {
            connection.answer(RawServer.OK);
            if (connection.number() > 1) {
                answerAll(connection);
            }
            connection.read();
            if (reset) {
                connection.reset();
            }
        })) {
            assertThat(outcomeAt(client, server.url())).isEqualTo(DELIVERED);
            assertThat(outcomeAt(client, server.url())).isEqualTo(DELIVERED);
            assertThat(server.connections()).isEqualTo(2);
            assertThat(server.requests()).hasSize(3).allMatch(each -> each.contains("aeg-delivery-count: 2\r\n"));
        }
    }

    @Test
    void aRequestThatIsNoLongerAllowedIsNotSentAgain() throws Exception {
        try (var server = new RawServer(connection -> {
            connection.answer(RawServer.OK);
            connection.read();
        })) {
            assertThat(outcomeAt(client, server.url())).isEqualTo(DELIVERED);
            var told = new LinkedBlockingQueue<Outcome>();
            var asked = new AtomicInteger();
            var _ = client.post(SmallRequests.to(server.url()), () -> asked.incrementAndGet() == 1, told::add);
            assertThat(SmallRequests.next(told)).isEqualTo(new NotSent());
            assertThat(server.requests()).hasSize(2);
        }
    }

    @Test
    void aRequestThatIsNotAllowedIsNotSent() throws Exception {
        try (var server = new RawServer(KeptConnectionIT::answerAll)) {
            var told = new LinkedBlockingQueue<Outcome>();
            var _ = client.post(SmallRequests.to(server.url()), () -> false, told::add);
            assertThat(SmallRequests.next(told)).isEqualTo(new NotSent());
            assertThat(server.requests()).isEmpty();
            assertThat(outcomeAt(client, server.url())).isEqualTo(DELIVERED);
        }
    }

    @Test
    void theSecondFailureIsReported() throws Exception {
        try (var server = new RawServer(connection -> {
            if (connection.number() == 1) {
                connection.answer(RawServer.OK);
            }
            connection.read();
        })) {
            assertThat(outcomeAt(client, server.url())).isEqualTo(DELIVERED);
            assertThat(outcomeAt(client, server.url())).isEqualTo(new Unreachable(Cause.SOCKET));
            assertThat(server.connections()).isEqualTo(2);
            assertThat(server.requests()).hasSize(3);
        }
    }

    @Test
    void theSecondFailureIsReportedEvenIfAnotherConnectionIsKept() throws Exception {
        try (var server = new RawServer(connection -> {
            connection.read();
            await().until(() -> connection.server().connections() == 2);
            connection.say(RawServer.OK);
            connection.read();
        })) {
            var told = new LinkedBlockingQueue<Outcome>();
            var _ = client.post(SmallRequests.to(server.url()), () -> true, told::add);
            var _ = client.post(SmallRequests.to(server.url()), () -> true, told::add);
            assertThat(SmallRequests.next(told)).isEqualTo(DELIVERED);
            assertThat(SmallRequests.next(told)).isEqualTo(DELIVERED);
            assertThat(outcomeAt(client, server.url())).isEqualTo(new Unreachable(Cause.SOCKET));
            assertThat(server.requests()).hasSize(4);
        }
    }

    @Test
    void aRequestOnANewConnectionIsNotSentAgain() throws Exception {
        try (var server = new RawServer(Connection::read)) {
            assertThat(outcomeAt(client, server.url())).isEqualTo(new Unreachable(Cause.SOCKET));
            assertThat(server.requests()).hasSize(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"H", "HTTP/1.1 200 OK\r\nContent-", "HTTP/1.1 103 Early Hints\r\n\r\n", "nonsense\r\n\r\n"})
    void afterTheBeginningOfAResponseNothingIsSentAgain(String begin) throws Exception {
        try (var server = new RawServer(connection -> {
            connection.answer(RawServer.OK);
            connection.answer(begin);
        })) {
            assertThat(outcomeAt(client, server.url())).isEqualTo(DELIVERED);
            assertThat(outcomeAt(client, server.url())).isInstanceOf(Unreachable.class);
            assertThat(server.requests()).hasSize(2);
        }
    }

    @Test
    void aTimeoutCausesNoSecondRequest() throws Exception {
        try (var impatient = SmallRequests.client(Duration.ofSeconds(30), Duration.ofSeconds(12));
                var server = new RawServer(connection -> {
                    connection.answer(RawServer.OK);
                    connection.read();
                    connection.hang();
                })) {
            assertThat(outcomeAt(impatient, server.url())).isEqualTo(DELIVERED);
            assertThat(outcomeAt(impatient, server.url())).isEqualTo(new TimedOut());
            assertThat(server.requests()).hasSize(2);
        }
    }

    @Test
    void oneThatWasGivenUpIsNotUsedAgain() throws Exception {
        try (var server = new RawServer(connection -> {
            connection.read();
            if (connection.number() == 1) {
                connection.hang();
            }
            connection.say(RawServer.OK);
        })) {
            var call = client.post(SmallRequests.to(server.url()), () -> true, _ -> {});
            await().until(() -> server.requests().size() == 1);
            call.cancel();
            assertThat(outcomeAt(client, server.url())).isEqualTo(DELIVERED);
            assertThat(server.connections()).isEqualTo(2);
        }
    }

    private static void answerAll(Connection connection) throws IOException {
        while (true) {
            connection.answer(RawServer.OK);
        }
    }
}
