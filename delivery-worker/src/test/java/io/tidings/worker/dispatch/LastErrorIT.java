package io.tidings.worker.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.tidings.testbed.webhook.ScriptedResponse;
import io.tidings.testbed.webhook.ScriptedWebhook;
import io.tidings.worker.Examples;
import io.tidings.worker.health.EndpointBreakers;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.slf4j.LoggerFactory;

/** Whoever looks for why events do not arrive finds a sentence: in the log, in the attempts, and at the subscription. */
@Isolated("other tests would write to the log that it reads")
class LastErrorIT {
    private final ScriptedWebhook webhook = ScriptedWebhook.start();
    private final DispatcherFixture bench = new DispatcherFixture(Map.of("probation.threshold", "3"));
    private final ListAppender<ILoggingEvent> logged = new ListAppender<>();
    private final Logger logger = (Logger) LoggerFactory.getLogger(EndpointBreakers.class);

    @BeforeEach
    void listen() {
        logged.start();
        logger.addAppender(logged);
    }

    @AfterEach
    void close() {
        logger.detachAppender(logged);
        bench.close();
        webhook.close();
    }

    @Test
    void theErrorOfAnEndpointHasItsHostAndPortAndNothingElseOfItsUrl() throws IOException {
        int port = closedPort();
        bench.subscribe("uid", "http://localhost:" + port + "/hook?code=secret", "");
        var refused = "connection refused: localhost:" + port;
        deliver(1);
        assertThat(lines()).singleElement().asString().contains("orders/billing", "SocketError", refused);
        assertThat(bench.written.attempts()).singleElement().asString().contains("\"error\":\"" + refused + "\"");
        bench.written.standings();
        assertThat(bench.writtenDown.of(Examples.BILLING, "uid").orElseThrow().lastError())
                .isEqualTo(refused);
        deliver(1);
        assertThat(lines()).as("not each failure").hasSize(1);
        deliver(1);
        assertThat(lines()).hasSize(2).last().asString().contains("probation", "SocketError", refused);
        assertThat(lines()).noneMatch(line -> line.contains("secret") || line.contains("/hook"));
    }

    @Test
    void theFirstFailureAfterASuccessIsLoggedOnceAMinuteAtMost() {
        bench.subscribe("uid", webhook.uri("/hook").toString(), "");
        webhook.answers(
                "/hook",
                ScriptedResponse.status(500, Map.of("X-Secret", "hidden")),
                ScriptedResponse.status(200),
                ScriptedResponse.status(500),
                ScriptedResponse.status(200),
                ScriptedResponse.status(500));
        deliver(3);
        assertThat(lines()).singleElement().asString().contains("GenericError", "status 500: localhost:");
        bench.moveClock(Duration.ofMinutes(1));
        deliver(2);
        assertThat(lines()).hasSize(2);
    }

    @Test
    void aSubscriptionIsShownAtZeroBeforeItsFirstDelivery() {
        bench.subscribe("uid", webhook.uri("/hook").toString(), "");
        bench.dispatcher.forgetRemoved(bench.now());
        assertThat(bench.registry
                        .get("tidings.delivery.success")
                        .tags("topic", "orders", "subscription", "billing")
                        .counter()
                        .count())
                .isZero();
    }

    private void deliver(int events) {
        for (int i = 0; i < events; i++) {
            bench.deliver();
        }
        await().until(bench::settled);
    }

    private List<String> lines() {
        return logged.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }

    private static int closedPort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
