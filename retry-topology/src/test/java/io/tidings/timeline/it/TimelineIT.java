package io.tidings.timeline.it;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.Topics;
import io.tidings.contract.delivery.EventSource;
import io.tidings.contract.delivery.LastOutcome;
import io.tidings.contract.timeline.ActiveMinute;
import io.tidings.contract.timeline.AttemptLine;
import io.tidings.contract.timeline.AttemptLine.Consequence;
import io.tidings.contract.timeline.AttemptLine.Result;
import io.tidings.contract.timeline.LoggedDelivery;
import io.tidings.contract.timeline.StatsLine;
import io.tidings.contract.timeline.TimelineQuery;
import io.tidings.contract.timeline.TimelineQuery.Attempts;
import io.tidings.contract.timeline.TimelineQuery.Minutes;
import io.tidings.contract.timeline.TimelineQuery.OfEvent;
import io.tidings.contract.timeline.TimelineQuery.Pending;
import io.tidings.contract.timeline.TimelineQuery.Recent;
import io.tidings.contract.timeline.TimelineQuery.Selection;
import io.tidings.contract.timeline.TimelineQuery.Total;
import io.tidings.contract.timeline.TimelineResult;
import io.tidings.runtime.Settings;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.runtime.kafka.KafkaFutures;
import io.tidings.runtime.timeline.TimelineClient;
import io.tidings.runtime.timeline.TimelineUnavailableException;
import io.tidings.testbed.FreePort;
import io.tidings.testbed.broker.SharedBroker;
import io.tidings.topology.TopologyConfig;
import io.tidings.topology.TopologyProgram;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** B-TIME-2: the timeline over several instances, on a real broker. */
@Order(1)
class TimelineIT {
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final SubscriptionKey BILLING = new SubscriptionKey("orders", "billing");
    private static final Attempts ALL = new Attempts(BILLING, new Selection(null, null, null, null, null, 1000));
    private static final int EVENTS = 40;

    private final TimelineClient client = new TimelineClient(null, Duration.ofMinutes(1));
    private final Map<String, TopologyProgram> programs = new HashMap<>();

    @TempDir
    private Path folder;

    private static KafkaClients clients() {
        return KafkaClients.of(SharedBroker.get().bootstrapServers());
    }

    @AfterEach
    void close() {
        programs.values().forEach(TopologyProgram::close);
        client.close();
    }

    private URI start(String prefix, String instance) {
        return start(prefix, instance, instance);
    }

    /** @param state the folder of the state */
    private URI start(String prefix, String instance, String state) {
        int port = FreePort.next();
        var settings = Map.of(
                "bootstrap.servers",
                SharedBroker.get().bootstrapServers(),
                "topic.prefix",
                prefix + ".",
                "partitions",
                "2",
                "topology.instance.id",
                instance,
                "streams.state.dir",
                folder.resolve("matching").toString(),
                "timeline.listen",
                "127.0.0.1:" + port,
                "timeline.state.dir",
                folder.resolve(state).toString(),
                "timeline.partitions",
                "4");
        programs.put(
                instance,
                TopologyProgram.start(
                        Settings.of(TopologyConfig.definitions(), TopologyConfig.prefixes(), settings),
                        new SimpleMeterRegistry()));
        return URI.create("http://127.0.0.1:" + port);
    }

    private void stop(String instance) {
        programs.remove(instance).close();
    }

    private static void write(String prefix, int from, int to) {
        var topics = new Topics(prefix + ".");
        try (var producer = clients().transactional(prefix + "-worker", Map.of())) {
            producer.beginTransaction();
            for (int i = from; i < to; i++) {
                var _ = producer.send(new ProducerRecord<>(
                        topics.attempts(), BILLING.bytes(), failure(i).json()));
            }
            producer.commitTransaction();
        }
    }

    private static AttemptLine failure(int i) {
        var ended = Instant.now().truncatedTo(ChronoUnit.MILLIS);
        return new AttemptLine(
                new LoggedDelivery("event-" + i, new EventSource("events", 0, i), "u-1", ended, 0),
                1,
                ended,
                Duration.ofMillis(1),
                new Result(LastOutcome.BUSY, 503, "status 503", null),
                new Consequence("Retry", null, ended.plusSeconds(31)));
    }

    private @Nullable TimelineResult ask(URI timeline, TimelineQuery query) {
        try {
            return client.ask(timeline, query);
        } catch (TimelineUnavailableException e) {
            return null; // it starts
        }
    }

    private void awaitRows(URI timeline, int rows) {
        awaitRows(timeline, rows, PATIENCE);
    }

    private void awaitRows(URI timeline, int rows, Duration patience) {
        await().pollInterval(Duration.ofMillis(100)).atMost(patience).until(() -> {
            var result = ask(timeline, ALL);
            return result != null
                    && result.rows().size() == rows
                    && result.incomplete().isEmpty();
        });
    }

    @Test
    void everyInstanceKnowsWhatAllHave() throws TimelineUnavailableException {
        var prefix = "timeline-two";
        var one = start(prefix, "one");
        write(prefix, 0, EVENTS);
        awaitRows(one, EVENTS);
        var two = start(prefix, "two");
        awaitRows(two, EVENTS);
        write(prefix, EVENTS, 2 * EVENTS);
        awaitRows(one, 2 * EVENTS);
        awaitRows(two, 2 * EVENTS);
        for (int i = 0; i < 2 * EVENTS; i++) {
            var event = new OfEvent("orders", "event-" + i);
            assertThat(client.ask(one, event).rows()).hasSize(1);
            assertThat(client.ask(two, event).rows())
                    .isEqualTo(client.ask(one, event).rows());
        }
        assertThat(client.ask(two, new Pending(BILLING, null))
                        .waiting()
                        .get("30s")
                        .count())
                .isEqualTo(2L * EVENTS);
        stop("one");
        awaitRows(two, 2 * EVENTS);
    }

    @Test
    void aRestartKeepsWhatWasKnownAndALostFolderIsReadAgain() {
        var prefix = "timeline-again";
        var one = start(prefix, "one");
        write(prefix, 0, EVENTS);
        awaitRows(one, EVENTS);
        stop("one");
        write(prefix, EVENTS, EVENTS + 1);
        awaitRows(start(prefix, "one"), EVENTS + 1);
        stop("one");
        awaitRows(start(prefix, "one", "another folder"), EVENTS + 1);
    }

    /** On a machine without other tests. */
    @Test
    @Tag("long")
    void itShowsWithinTwoSecondsWhatIsCommitted() {
        var prefix = "timeline-prompt";
        var one = start(prefix, "one");
        write(prefix, 0, EVENTS);
        awaitRows(one, EVENTS);
        for (int i = EVENTS; i < EVENTS + 20; i++) {
            write(prefix, i, i + 1);
            awaitRows(one, i + 1, Duration.ofSeconds(2));
        }
    }

    /** On a machine without other tests. What a dead worker had not committed holds up what others commit. */
    @Test
    @Tag("long")
    void itShowsWithinTwentySecondsWhatIsCommittedBesideADeadWorker() {
        var prefix = "timeline-dead";
        var one = start(prefix, "one");
        write(prefix, 0, EVENTS);
        awaitRows(one, EVENTS);
        var dead = clients().transactional(prefix + "-dead", Map.of("transaction.timeout.ms", 10_000));
        try {
            dead.beginTransaction();
            var line = new ProducerRecord<>(
                    new Topics(prefix + ".").attempts(),
                    BILLING.bytes(),
                    failure(EVENTS).json());
            KafkaFutures.await(dead.send(line), "writing");
            write(prefix, EVENTS + 1, EVENTS + 2);
            awaitRows(one, EVENTS + 1, Duration.ofSeconds(20));
        } finally {
            dead.close(Duration.ZERO);
        }
    }

    @Test
    void itSaysHowFarItIsBehind() {
        var prefix = "timeline-lag";
        var one = start(prefix, "one");
        write(prefix, 0, EVENTS);
        awaitRows(one, EVENTS);
        await().atMost(PATIENCE).until(() -> {
            var result = ask(one, ALL);
            return result != null && Duration.ZERO.equals(result.behind());
        });
    }

    @Test
    void theMinutesOfASubscriptionSurviveARestart() {
        var prefix = "timeline-minutes";
        var topics = new Topics(prefix + ".");
        var minute = Instant.now().truncatedTo(ChronoUnit.MINUTES);
        var one = start(prefix, "one");
        try (Producer<byte[], byte[]> producer = clients().producer(Map.of())) {
            for (var worker : List.of("worker-1", "worker-2", "worker-1")) {
                var line = new StatsLine(BILLING, "u1", minute, 5, 1, new TreeMap<>());
                KafkaFutures.await(
                        producer.send(new ProducerRecord<>(topics.stats(), line.key(worker), line.json())), "writing");
            }
        }
        var sum = new StatsLine(BILLING, "u1", minute, 10, 2, new TreeMap<>());
        awaitMinute(one, sum);
        stop("one");
        awaitMinute(start(prefix, "one"), sum);
        stop("one");
        awaitMinute(start(prefix, "one", "another folder"), sum);
    }

    private void awaitMinute(URI timeline, StatsLine expected) {
        var minute = expected.minute();
        await().atMost(PATIENCE).until(() -> {
            var result =
                    ask(timeline, new Minutes(BILLING, null, minute, minute.plusSeconds(60), Duration.ofMinutes(1)));
            var recent = ask(timeline, new Recent(minute));
            return result != null
                    && recent != null
                    && result.minutes().equals(List.of(expected))
                    && recent.active()
                            .equals(List.of(
                                    new ActiveMinute(minute, "orders", expected.delivered(), expected.failed(), 0, 0)));
        });
    }

    /** The lines of ten subscriptions lie in all partitions, which two instances share. */
    @Test
    void theMinutesOfAllSubscriptionsAddUpOverAllInstances() {
        var prefix = "timeline-total";
        var topics = new Topics(prefix + ".");
        var minute = Instant.now().truncatedTo(ChronoUnit.MINUTES);
        var one = start(prefix, "one");
        try (Producer<byte[], byte[]> producer = clients().producer(Map.of())) {
            for (int number = 0; number < 10; number++) {
                var key = new SubscriptionKey("orders", "billing-" + number);
                var latencies = new TreeMap<>(Map.of(Duration.ofMillis(7), 9L, Duration.ofMillis(191), 1L));
                var outcomes = new TreeMap<>(Map.of("Busy", 2L, "NotFound", (long) number));
                var ages = new TreeMap<>(Map.of(Duration.ofMillis(15), 8L));
                var line = new StatsLine(
                        key, "u1", minute, 8, 2 + number, outcomes, latencies, ages, Duration.ofSeconds(number));
                KafkaFutures.await(
                        producer.send(new ProducerRecord<>(topics.stats(), line.key("worker-1"), line.json())),
                        "writing");
            }
        }
        var two = start(prefix, "two");
        for (var timeline : List.of(one, two)) {
            await().atMost(PATIENCE).untilAsserted(() -> {
                var total = ask(timeline, new Total(minute));
                assertThat(total).isNotNull();
                assertThat(total.incomplete()).isEmpty();
                assertThat(total.minutes()).singleElement().satisfies(sum -> {
                    assertThat(sum.minute()).isEqualTo(minute);
                    assertThat(sum.delivered()).isEqualTo(80);
                    assertThat(sum.failed()).isEqualTo(65);
                    assertThat(sum.outcomes()).containsExactly(Map.entry("Busy", 20L), Map.entry("NotFound", 45L));
                    assertThat(sum.quantile(0.5)).contains(Duration.ofMillis(7));
                    assertThat(sum.quantile(0.99)).contains(Duration.ofMillis(191));
                    assertThat(sum.quantileOfAges(0.99)).contains(Duration.ofMillis(15));
                    assertThat(sum.oldest()).isEqualTo(Duration.ofSeconds(9));
                });
            });
        }
    }

    @Test
    void whatItCannotReadDoesNotStopIt() {
        var prefix = "timeline-odd";
        var one = start(prefix, "one");
        try (Producer<byte[], byte[]> producer = clients().producer(Map.of())) {
            var odd = new ProducerRecord<byte[], byte[]>(new Topics(prefix + ".").attempts(), "odd".getBytes(UTF_8));
            KafkaFutures.await(producer.send(odd), "writing");
        }
        write(prefix, 0, 1);
        awaitRows(one, 1);
    }
}
