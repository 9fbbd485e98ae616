package io.tidings.worker.webhook;

import static io.tidings.worker.webhook.SmallRequests.next;
import static io.tidings.worker.webhook.SmallRequests.to;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.runtime.address.AddressResolver;
import io.tidings.testbed.network.TestCertificate;
import io.tidings.worker.verdict.Outcome;
import io.tidings.worker.verdict.Outcome.NotSent;
import io.tidings.worker.verdict.Outcome.Responded;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * B-RETRY-6: what a worker has in hand when it may send no more, such as after SIGSTOP, is not sent. HttpClient writes a
 * small request in the turn of its thread after the one that made it; one of the turns is disturbed here.
 */
class LastMomentIT {
    private static final Duration LONG = Duration.ofMinutes(1);
    private static final int REQUESTS = 20;
    private static final Responded DELIVERED = new Responded(200, null);

    private final LinkedBlockingQueue<Outcome> told = new LinkedBlockingQueue<>();
    private final AtomicBoolean sendable = new AtomicBoolean(true);
    private final CompletableFuture<Void> released = new CompletableFuture<>();
    private final CompletableFuture<Void> responded = new CompletableFuture<>();

    @TempDir
    private Path folder;

    @Test
    void aRequestThatIsMadeButNotWrittenYetIsNotSent() throws Exception {
        var certificate = TestCertificate.make(folder, "EC", "dns:localhost");
        try (var server = new RawServer(LastMomentIT::respond)) {
            nothingIsSentTo(server, certificate);
        }
    }

    @Test
    void norIsOneThatIsEncrypted() throws Exception {
        var certificate = TestCertificate.make(folder, "EC", "dns:localhost");
        try (var server = new RawServer(certificate.context(), LastMomentIT::respond)) {
            nothingIsSentTo(server, certificate);
        }
    }

    /** The turn that makes the requests is also the one that reads the response which ends the permission to send. */
    private void nothingIsSentTo(RawServer server, TestCertificate certificate) throws Exception {
        try (var client = client(certificate);
                var first = new RawServer(connection -> connection.answer(RawServer.OK));
                var second = new RawServer(connection -> {
                    connection.read();
                    released.join();
                    connection.say(RawServer.OK);
                    responded.complete(null);
                    connection.hang();
                })) {
            for (int i = 0; i < REQUESTS; i++) {
                var _ = client.post(to(server.url()), sendable::get, told::add);
            }
            for (int i = 0; i < REQUESTS; i++) {
                assertThat(next(told)).isEqualTo(DELIVERED);
            }
            var _ = client.post(to(second.url()), sendable::get, _ -> sendable.set(false));
            await().until(() -> second.requests().size() == 1);
            var _ = client.post(to(first.url()), sendable::get, _ -> {
                for (int i = 0; i < REQUESTS; i++) {
                    var _ = client.post(to(server.url()), sendable::get, told::add);
                }
                released.complete(null);
                responded.join();
            });
            for (int i = 0; i < REQUESTS; i++) {
                assertThat(next(told)).isEqualTo(new NotSent());
            }
            assertThat(server.requests()).hasSize(REQUESTS);
            assertThat(server.connections()).isEqualTo(REQUESTS);
        }
    }

    private static WebhookClient client(TestCertificate certificate) {
        return WebhookClient.open(
                SmallRequests.credentials(),
                SmallRequests.EVERY_URL,
                new AddressResolver(SmallRequests.LOOPBACK),
                null,
                new DefaultClientTlsStrategy(certificate.trusting()),
                new Connections.ConnectionLimits(LONG, LONG, LONG, 2 * REQUESTS));
    }

    /** Responds first when each request has a connection of its own. */
    private static void respond(RawServer.Connection connection) throws IOException {
        connection.read();
        await().until(() -> connection.server().connections() == REQUESTS);
        connection.say(RawServer.OK);
        while (true) {
            connection.answer(RawServer.OK);
        }
    }
}
