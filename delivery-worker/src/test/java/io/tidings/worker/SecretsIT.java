package io.tidings.worker;

import static io.tidings.worker.SubscriptionRecords.DEAD_LETTERS;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.tidings.contract.RetryTier;
import io.tidings.contract.delivery.LadderPlace;
import io.tidings.contract.event.EventSchema;
import io.tidings.contract.secret.CanonicalOrigin;
import io.tidings.contract.secret.Keyring;
import io.tidings.contract.secret.SecretPlace;
import io.tidings.testbed.Answer;
import io.tidings.testbed.Receiver;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** B-DEL-5: the endpoint gets its secrets; no record, no metric and no log line that the worker writes has them. */
class SecretsIT {
    private static final String SECRET = "hush-4711";
    private static final String KEY = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";
    private static final String MEMBERS = """
        ,"deliveryAttributeMappings":[\
        {"name":"Authorization","type":"Static","properties":{"value":"Bearer %s","isSecret":true}}]\
        """.formatted(SECRET);

    private final Receiver receiver = Receiver.start();
    private final DispatchBench bench = new DispatchBench(Map.of());
    private final Logger root = (Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME);
    private final Logger log = (Logger) LoggerFactory.getLogger("io.tidings");
    private final ListAppender<ILoggingEvent> logged = new ListAppender<>();

    SecretsIT() {
        logged.start();
        log.setLevel(Level.TRACE);
        root.addAppender(logged);
    }

    @AfterEach
    void close() {
        root.detachAppender(logged);
        log.setLevel(null);
        bench.close();
        receiver.close();
    }

    @Test
    void aSecretGoesToTheEndpointAndNowhereElse() {
        bench.subscribe("uid", receiver.uri("/hook") + "?code=" + SECRET, MEMBERS, DEAD_LETTERS);
        receiver.answers("/hook", Answer.status(503), Answer.status(400), Answer.close());
        for (int i = 0; i < 3; i++) {
            bench.deliver();
            await().until(bench::settled);
        }
        bench.deliver(
                LadderPlace.START,
                EventSchema.EVENT_GRID,
                "{}",
                bench.now().wall().minus(Duration.ofDays(2)));
        await().until(bench::settled);
        int sentAgain = 1; // B-DEL-3: the kept connection was closed
        assertThat(receiver.requests()).hasSize(3 + sentAgain).allSatisfy(request -> {
            assertThat(request.header("authorization")).containsExactly("Bearer " + SECRET);
            assertThat(request.query()).isEqualTo("code=" + SECRET);
        });
        assertThat(bench.parked(bench.topics.retry(RetryTier.THIRTY_SECONDS))).hasSize(1);
        assertThat(records())
                .as("a retry of each failure, two dead letters, how the endpoint stands")
                .hasSizeGreaterThanOrEqualTo(5)
                .noneMatch(record -> text(record).contains(SECRET));
        assertThat(bench.registry.getMeters())
                .isNotEmpty()
                .noneMatch(meter -> meter.getId().toString().contains(SECRET));
        assertThat(List.copyOf(logged.list))
                .noneMatch(line -> line.getFormattedMessage().contains(SECRET)
                        || String.valueOf(line.getThrowableProxy()).contains(SECRET));
    }

    /** The bench has no keys. */
    @Test
    void whatCannotBeOpenedIsNeverSentAndItsDeliveriesWait() {
        var sealed = Keyring.parse(KEY).seal("Bearer " + SECRET, SecretPlace.of("anywhere"));
        bench.subscribe("uid", receiver.uri("/hook").toString(), MEMBERS.replace("Bearer " + SECRET, sealed));
        bench.deliver();
        await().until(bench::settled);
        assertThat(bench.counted("tidings.deferred", "reason", "SubscriptionUnreadable"))
                .isOne();
        assertThat(receiver.requests()).isEmpty();
        bench.subscribe("uid", receiver.uri("/hook") + "?" + sealed, "");
        bench.deliver();
        await().until(bench::settled);
        assertThat(receiver.requests()).isEmpty();
    }

    /** A foreign writer of the table keeps the sealed header and names an endpoint of his own. */
    @Test
    void aSealedSecretBesideAnotherEndpointIsSentToNeither() {
        try (var keyed = new DispatchBench(Map.of("secrets.key", KEY));
                var evil = Receiver.start()) {
            var mine = new SecretPlace(
                    Examples.BILLING + "#header:Authorization",
                    CanonicalOrigin.of(receiver.uri("/")).orElseThrow());
            var sealed = MEMBERS.replace("Bearer " + SECRET, Keyring.parse(KEY).seal("Bearer " + SECRET, mine));
            keyed.subscribe("uid", receiver.uri("/hook").toString(), sealed);
            assertThatThrownBy(() -> keyed.subscribe("uid", evil.uri("/hook").toString(), sealed))
                    .hasMessageContaining("header Authorization was not sealed for");
            keyed.deliver();
            await().until(keyed::settled);
            assertThat(evil.requests()).isEmpty();
            assertThat(receiver.requests())
                    .singleElement()
                    .satisfies(request ->
                            assertThat(request.header("authorization")).containsExactly("Bearer " + SECRET));
        }
    }

    private List<ProducerRecord<byte[], byte[]>> records() {
        return Stream.concat(
                        bench.partition.parks().values().stream().flatMap(List::stream),
                        bench.partition.alsoWritten().stream())
                .toList();
    }

    private static String text(ProducerRecord<byte[], byte[]> record) {
        var headers = Stream.of(record.headers().toArray())
                .map(header -> new String(header.value(), ISO_8859_1))
                .collect(Collectors.joining("\n"));
        var value = record.value() == null ? "" : new String(record.value(), ISO_8859_1);
        return new String(record.key(), ISO_8859_1) + "\n" + headers + "\n" + value;
    }
}
