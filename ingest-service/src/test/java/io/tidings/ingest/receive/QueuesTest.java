package io.tidings.ingest.receive;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.sun.net.httpserver.HttpServer;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.address.EndpointRules;
import io.tidings.contract.counts.CountsTable;
import io.tidings.contract.json.Validated;
import io.tidings.contract.lane.LockToken;
import io.tidings.contract.lane.NumberOwners;
import io.tidings.contract.subscription.Subscription;
import io.tidings.contract.subscription.SubscriptionJson;
import io.tidings.contract.table.ProvisioningState;
import io.tidings.contract.table.SubscriptionEntry;
import io.tidings.testbed.FreePort;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.apache.kafka.common.config.types.Password;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/** B-PULL-1, B-PULL-4: which worker is asked, and what is told of one that hands nothing out. */
class QueuesTest {
    private static final SubscriptionKey KEY = new SubscriptionKey("orders", "billing");
    private static final SubscriptionEntry QUEUE = queue();

    private final HttpServer worker = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    private final String address = "127.0.0.1:" + worker.getAddress().getPort();
    private final NumberOwners owners = new NumberOwners();
    private final Queues queues =
            new Queues(owners, new CountsTable(), () -> 1, new Password("a secret that the worker has not"));

    QueuesTest() throws IOException {
        assertThat(owners.read(0, NumberOwners.value(address))).isEmpty();
    }

    private static SubscriptionEntry queue() {
        var json = new SubscriptionJson(new EndpointRules(true)).read(KEY, """
            {"properties":{"eventDeliverySchema":"CloudEventSchemaV1_0",\
            "deliveryConfiguration":{"deliveryMode":"Queue","queue":{"receiveLockDurationInSeconds":60}}}}
            """.getBytes(UTF_8));
        assertThat(json).isInstanceOf(Validated.Valid.class);
        return new SubscriptionEntry(
                ((Validated.Valid<Subscription>) json).value(), "u1", ProvisioningState.SUCCEEDED, 0);
    }

    private void start(int status) {
        worker.createContext("/", exchange -> {
            try (exchange) {
                exchange.sendResponseHeaders(status, -1);
            }
        });
        worker.start();
    }

    @AfterEach
    void close() {
        queues.close();
        worker.stop(0);
    }

    private DeskAnswer receive() {
        return queues.receive(QUEUE, 1, Duration.ZERO, CompletableFuture::new);
    }

    @ParameterizedTest
    @ValueSource(ints = {401, 404, 421, 503})
    void aReceiveThatNoWorkerTookIsNoneWithoutEvents(int status) {
        start(status);

        assertThat(receive()).isNotInstanceOf(DeskAnswer.Said.class);
    }

    @Test
    void aReceiveOfAWorkerThatIsGoneIsNoneWithoutEvents() {
        assertThat(owners.read(0, NumberOwners.value("127.0.0.1:" + FreePort.next())))
                .isEmpty();

        assertThat(receive()).isNotInstanceOf(DeskAnswer.Said.class);
    }

    /** Its worker knows them earlier than this service, which hands out what is counted there. */
    @Test
    void aTokenOfAnAddedPartitionIsGood() {
        answers("\n");
        assertThat(owners.read(5, NumberOwners.value(address))).isEmpty();
        var token = new LockToken(5, UUID.randomUUID()).text();

        assertThat(queues.settle(QUEUE, "acknowledge", List.of(token))).containsExactly(entry(token, ""));
    }

    @Test
    void aTokenWhoseOwnerIsNotKnownYetMayBeGood() {
        var token = new LockToken(5, UUID.randomUUID()).text();

        assertThat(queues.settle(QUEUE, "acknowledge", List.of(token))).containsExactly(entry(token, null));
    }

    @Test
    void whatIsNoTokenIsBad() {
        assertThat(queues.settle(QUEUE, "acknowledge", List.of("none"))).containsExactly(entry("none", "BadToken"));
    }

    private void answers(String body) {
        worker.createContext("/", exchange -> {
            try (exchange) {
                exchange.sendResponseHeaders(200, body.length());
                exchange.getResponseBody().write(body.getBytes(UTF_8));
            }
        });
        worker.start();
    }

    @ParameterizedTest
    @CsvSource({"401, receive.secret", "421, receive.listen"})
    void theLogNamesTheSettingOnceAMinute(int status, String setting) {
        start(status);
        var logged = new ListAppender<ILoggingEvent>();
        logged.start();
        var logger = (Logger) LoggerFactory.getLogger("io.tidings.ingest");
        logger.addAppender(logged);
        try {
            assertThat(Stream.generate(this::receive).limit(3)).hasSize(3);
        } finally {
            logger.detachAppender(logged);
        }
        assertThat(logged.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .filteredOn(line -> line.contains(address)) // other tests write this log at the same time
                .singleElement(STRING)
                .contains("orders/billing", setting);
    }
}
