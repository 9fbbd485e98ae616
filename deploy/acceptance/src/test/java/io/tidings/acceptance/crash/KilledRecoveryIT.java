package io.tidings.acceptance.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.acceptance.installation.KafkaRecords;
import io.tidings.contract.HeaderNames;
import io.tidings.contract.RetryTier;
import io.tidings.contract.TimeScale;
import io.tidings.contract.Topics;
import io.tidings.contract.delivery.LastOutcome;
import io.tidings.contract.delivery.RetryState;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.runtime.topics.TopicProvisioner;
import io.tidings.testbed.broker.LocalBroker;
import io.tidings.testbed.cluster.ServiceProcess;
import io.tidings.testbed.webhook.ReceivedRequest;
import io.tidings.testbed.webhook.ScriptedResponse;
import io.tidings.testbed.webhook.ScriptedWebhook;
import io.tidings.worker.progress.Gaps;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * B-RECOVER-3, B-RETRY-6: a worker is killed with kill -9 while it moves deliveries forward, and started again. The
 * endpoint kills it, before it responds to a moved delivery.
 */
@Timeout(400)
class KilledRecoveryIT {
    private static final Topics TOPICS = new Topics(Topics.DEFAULT_PREFIX);
    private static final TopicPartition DELIVERIES = new TopicPartition(TOPICS.deliveries(), 0);
    private static final Pattern ID = Pattern.compile("\"id\":\"([a-z]+-\\d+)\"");
    private static final double SCALE = 0.02;
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    /** Holds its records for 36 seconds. */
    private static final RetryTier TIER = RetryTier.THIRTY_MINUTES;

    private static final Duration WAIT = Duration.ofSeconds(36);

    /** The number of deliveries that put the endpoint on probation. */
    private static final int FAILED = 3;

    private static final int WAITING = 1_200;

    /** In the middle of a chunk: 500 deliveries are moved at a time. */
    private static final int KILLED_AT = 300;

    @TempDir
    Path folder;

    private final CountDownLatch killed = new CountDownLatch(1);

    @Test
    void everyMovedDeliveryIsOneChainAndNoneThatWasFinishedIsSentAgain() throws Exception {
        try (var webhook = ScriptedWebhook.start();
                var broker = LocalBroker.start(LocalBroker.Settings.in(folder.resolve("kafka")))) {
            var clients = KafkaClients.of(broker.bootstrapServers());
            new TopicProvisioner(clients, TOPICS).provision(1, 1, Duration.ofMinutes(5), new TimeScale(SCALE));
            var worker = TestedProgram.WORKER.process(
                    "worker",
                    broker.bootstrapServers(),
                    folder,
                    Map.of(
                            "time.scale", Double.toString(SCALE),
                            "probation.threshold", "3",
                            "retry.jitter", "0",
                            // On a machine that stands still no request is deferred, which would park it again.
                            "worker.commit.patience", "1m",
                            "consumer.session.timeout.ms", "60000"));
            webhook.answers("/billing", killing(worker));
            try {
                worker.start();
                await().atMost(PATIENCE).until(worker::ready);
                write(clients, webhook);
                assertThat(killed.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
                var finished = finished(clients);
                var restarted = Instant.now();
                worker.start();
                await().atMost(PATIENCE)
                        .untilAsserted(() -> assertThat(webhook.requests("/last"))
                                .as("the tier has come to all that was in it")
                                .isNotEmpty());
                await().atMost(PATIENCE)
                        .untilAsserted(() -> assertThat(arrivals(webhook).keySet())
                                .containsAll(ids("billing", FAILED, FAILED + WAITING)));
                assertRepeatsWereInFlight(arrivals(webhook), finished, restarted);
            } finally {
                worker.kill();
            }
            assertOneChainEach(clients);
        }
    }

    /** Fails the first deliveries, accepts all others, and kills the worker at one of those that were moved. */
    private ScriptedResponse killing(ServiceProcess worker) {
        var all = new AtomicInteger();
        var moved = new AtomicInteger();
        return ScriptedResponse.computed(request -> {
            if (all.getAndIncrement() < FAILED) {
                return ScriptedResponse.status(500);
            }
            if (number(request) >= FAILED && moved.incrementAndGet() == KILLED_AT) {
                worker.kill();
                killed.countDown();
            }
            return ScriptedResponse.status(200);
        });
    }

    /** Writes what waits, and then what puts the endpoint on probation. */
    private static void write(KafkaClients clients, ScriptedWebhook webhook) {
        var due = Instant.now().plus(WAIT);
        var waits = RetryState.START.deferred(LastOutcome.PROBATION, due);
        try (var producer = clients.producer(Map.of())) {
            WrittenRecords.subscribe(producer, "billing", WrittenRecords.webhook(webhook, "/billing"));
            long read = WrittenRecords.subscribe(producer, "last", WrittenRecords.webhook(webhook, "/last"));
            for (var id : ids("billing", FAILED, FAILED + WAITING)) {
                send(producer, TOPICS.retry(TIER), id, read, waits);
            }
            send(producer, TOPICS.retry(TIER), "last-0", read, waits);
            for (var id : ids("billing", 0, FAILED)) {
                send(producer, TOPICS.deliveries(), id, read, RetryState.START);
            }
            producer.flush();
        }
    }

    private static void send(
            Producer<byte[], byte[]> producer, String kafkaTopic, String id, long read, RetryState state) {
        var name = id.substring(0, id.indexOf('-'));
        WrittenRecords.deliver(producer, kafkaTopic, 0, name, id, numberOf(id), read, state);
    }

    /** The events whose delivery the dead worker had committed as finished. */
    private static Set<String> finished(KafkaClients clients) throws Exception {
        try (var admin = clients.admin()) {
            var committed = admin.listConsumerGroupOffsets(TOPICS.prefix() + "delivery-worker")
                    .partitionsToOffsetAndMetadata()
                    .get()
                    .get(DELIVERIES);
            var gaps = Gaps.read(committed.metadata());
            return KafkaRecords.of(clients, TOPICS.deliveries()).stream()
                    .filter(record -> record.offset() < committed.offset()
                            || gaps.get((int) (record.offset() - committed.offset())))
                    .map(KilledRecoveryIT::id)
                    .collect(Collectors.toSet());
        }
    }

    private static void assertRepeatsWereInFlight(
            Map<String, List<Instant>> arrivals, Set<String> finished, Instant restarted) {
        var repeated = new HashSet<String>();
        for (var id : ids("billing", FAILED, FAILED + WAITING)) {
            var times = arrivals.get(id);
            assertThat(times).as(id).hasSizeLessThanOrEqualTo(2);
            if (times.size() == 2) {
                assertThat(times.getFirst()).as("first request of %s", id).isBefore(restarted);
                repeated.add(id);
            }
        }
        assertThat(repeated).as("sent twice although finished").doesNotContainAnyElementsOf(finished);
    }

    /** The moved copies, and nothing else, lie behind the records of the tier. */
    private static void assertOneChainEach(KafkaClients clients) {
        var moved = KafkaRecords.of(clients, TOPICS.deliveries()).stream()
                .filter(record -> record.headers().lastHeader(HeaderNames.FORWARDED) != null)
                .toList();
        assertThat(moved.size()).as("moved").isGreaterThanOrEqualTo(KILLED_AT);
        assertThat(DeliveryChains.counts(moved).values()).as("copies of each").containsOnly(1);
        for (var tier : RetryTier.values()) {
            var waiting = KafkaRecords.of(clients, TOPICS.retry(tier)).stream()
                    .filter(record -> numberOf(id(record)) >= FAILED)
                    .toList();
            if (tier == TIER) {
                assertThat(waiting).hasSize(WAITING);
            } else {
                assertThat(waiting).as("parked again in %s", tier).isEmpty();
            }
        }
    }

    private static Map<String, List<Instant>> arrivals(ScriptedWebhook webhook) {
        return webhook.requests("/billing").stream()
                .sorted(Comparator.comparing(ReceivedRequest::received))
                .collect(Collectors.groupingBy(
                        KilledRecoveryIT::id, Collectors.mapping(ReceivedRequest::received, Collectors.toList())));
    }

    private static Set<String> ids(String name, int from, int to) {
        return IntStream.range(from, to)
                .mapToObj(number -> name + "-" + number)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private static String id(ReceivedRequest request) {
        var id = ID.matcher(request.text());
        if (!id.find()) {
            throw new IllegalArgumentException("no id in " + request.text());
        }
        return id.group(1);
    }

    private static String id(ConsumerRecord<byte[], byte[]> record) {
        return DeliveryChains.text(record.headers(), HeaderNames.EVENT_ID);
    }

    private static int number(ReceivedRequest request) {
        return numberOf(id(request));
    }

    private static int numberOf(String id) {
        return Integer.parseInt(id.substring(id.indexOf('-') + 1));
    }
}
