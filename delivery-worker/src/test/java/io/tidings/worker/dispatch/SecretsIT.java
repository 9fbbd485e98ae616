package io.tidings.worker.dispatch;

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
import io.tidings.contract.delivery.RetryState;
import io.tidings.contract.event.EventSchema;
import io.tidings.contract.secret.CanonicalOrigin;
import io.tidings.contract.secret.Keyring;
import io.tidings.contract.secret.SecretBinding;
import io.tidings.testbed.webhook.ScriptedResponse;
import io.tidings.testbed.webhook.ScriptedWebhook;
import io.tidings.worker.Examples;
import io.tidings.worker.partition.UncommittedRecords;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.slf4j.LoggerFactory;

/** B-DEL-5: the endpoint gets its secrets; no record, no metric and no log line that the worker writes has them. */
@Isolated("other tests would write to the log that it reads")
class SecretsIT {
    private static final String SECRET = "hush-4711";
    private static final String KEY = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";
    private static final String MEMBERS = """
        ,"deliveryAttributeMappings":[\
        {"name":"Authorization","type":"Static","properties":{"value":"Bearer %s","isSecret":true}}]\
        """.formatted(SECRET);

    private final ScriptedWebhook webhook = ScriptedWebhook.start();
    private final DispatcherFixture bench = new DispatcherFixture(Map.of());
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
        webhook.close();
    }

    @Test
    void aSecretGoesToTheEndpointAndNowhereElse() {
        bench.subscribe("uid", webhook.uri("/hook") + "?code=" + SECRET, MEMBERS, DEAD_LETTERS);
        webhook.answers("/hook", ScriptedResponse.status(503), ScriptedResponse.status(400), ScriptedResponse.close());
        for (int i = 0; i < 3; i++) {
            bench.deliver();
            await().until(bench::settled);
        }
        bench.deliver(
                RetryState.START,
                EventSchema.EVENT_GRID,
                "{}",
                bench.now().wall().minus(Duration.ofDays(2)));
        await().until(bench::settled);
        int sentAgain = 1; // B-DEL-3: the kept connection was closed
        assertThat(webhook.requests()).hasSize(3 + sentAgain).allSatisfy(request -> {
            assertThat(request.header("authorization")).containsExactly("Bearer " + SECRET);
            assertThat(request.query()).isEqualTo("code=" + SECRET);
        });
        assertThat(bench.parked(bench.topics.retry(RetryTier.THIRTY_SECONDS))).hasSize(1);
        assertThat(records())
                .as("a retry of each failure, two dead letters, the endpoint's health")
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
    void aSecretThatCannotBeOpenedIsNeverSentAndItsDeliveriesWait() {
        var sealed = Keyring.parse(KEY).seal("Bearer " + SECRET, SecretBinding.of("anywhere"));
        bench.subscribe("uid", webhook.uri("/hook").toString(), MEMBERS.replace("Bearer " + SECRET, sealed));
        bench.deliver();
        await().until(bench::settled);
        assertThat(bench.counted("tidings.deferred", "reason", "SubscriptionUnreadable"))
                .isOne();
        assertThat(webhook.requests()).isEmpty();
        bench.subscribe("uid", webhook.uri("/hook") + "?" + sealed, "");
        bench.deliver();
        await().until(bench::settled);
        assertThat(webhook.requests()).isEmpty();
    }

    /** A foreign writer of the table keeps the sealed header and names an endpoint of his own. */
    @Test
    void aSealedSecretBesideAnotherEndpointIsSentToNeither() {
        try (var keyed = new DispatcherFixture(Map.of("secrets.key", KEY));
                var evil = ScriptedWebhook.start()) {
            var mine = new SecretBinding(
                    Examples.BILLING + "#header:Authorization",
                    CanonicalOrigin.of(webhook.uri("/")).orElseThrow());
            var sealed = MEMBERS.replace("Bearer " + SECRET, Keyring.parse(KEY).seal("Bearer " + SECRET, mine));
            keyed.subscribe("uid", webhook.uri("/hook").toString(), sealed);
            assertThatThrownBy(() -> keyed.subscribe("uid", evil.uri("/hook").toString(), sealed))
                    .hasMessageContaining("header Authorization was not sealed for");
            keyed.deliver();
            await().until(keyed::settled);
            assertThat(evil.requests()).isEmpty();
            assertThat(webhook.requests())
                    .singleElement()
                    .satisfies(request ->
                            assertThat(request.header("authorization")).containsExactly("Bearer " + SECRET));
        }
    }

    private List<ProducerRecord<byte[], byte[]>> records() {
        return Stream.concat(
                        bench.parks().values().stream().flatMap(List::stream),
                        UncommittedRecords.lines(bench.partition).stream())
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
