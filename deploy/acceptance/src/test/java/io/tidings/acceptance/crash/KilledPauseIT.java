package io.tidings.acceptance.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.acceptance.installation.KafkaRecords;
import io.tidings.contract.HeaderNames;
import io.tidings.contract.RetryTier;
import io.tidings.contract.TimeScale;
import io.tidings.contract.Topics;
import io.tidings.contract.delivery.LastAttempt;
import io.tidings.contract.delivery.LastOutcome;
import io.tidings.contract.delivery.RetryState;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.runtime.topics.TopicProvisioner;
import io.tidings.testbed.broker.LocalBroker;
import io.tidings.testbed.webhook.ReceivedRequest;
import io.tidings.testbed.webhook.ScriptedResponse;
import io.tidings.testbed.webhook.ScriptedWebhook;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.Producer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * B-PAUSE: a subscription is paused for longer than its events live, and the worker is killed with kill -9 meanwhile.
 * Waits and lives are a fiftieth of what they are.
 */
@Timeout(400)
class KilledPauseIT {
    private static final Topics TOPICS = new Topics(Topics.DEFAULT_PREFIX);
    private static final Pattern ID = Pattern.compile("\"id\":\"([a-z]+-\\d+)\"");
    private static final double SCALE = 0.02;
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    /** Of 25 minutes. */
    private static final Duration LIFE = Duration.ofSeconds(30);

    private static final String KEPT = """
        ,"retryPolicy":{"eventTimeToLiveInMinutes":25},\
        "deadLetterDestination":{"endpointType":"StorageBlob","properties":\
        {"resourceId":"/a/storageAccounts/local","blobContainerName":"dead"}}\
        """;

    private static final String HOLDS = ",\"tidings\":{\"whilePaused\":\"hold\"}";
    private static final String PAUSED = ",\"paused\":true";
    private static final int NEW = 300;
    private static final int SLEEPING = 100;

    /** When those that sleep are due, if no pause puts them off: their tier takes 36 seconds. */
    private static final Duration SLEEP = Duration.ofSeconds(25);

    @TempDir
    Path folder;

    @Test
    void whatIsHeldOutlivesThePauseAndAKilledWorkerAndNothingElseDoes() {
        try (var webhook = ScriptedWebhook.start();
                var broker = LocalBroker.start(LocalBroker.Settings.in(folder.resolve("kafka")))) {
            var clients = KafkaClients.of(broker.bootstrapServers());
            new TopicProvisioner(clients, TOPICS).provision(1, 1, Duration.ofMinutes(5), new TimeScale(SCALE));
            var worker = TestedProgram.WORKER.process(
                    "worker",
                    broker.bootstrapServers(),
                    folder,
                    Map.of("time.scale", Double.toString(SCALE), "retry.jitter", "0"));
            webhook.answers("/held", ScriptedResponse.status(200));
            webhook.answers("/expiring", ScriptedResponse.status(200));
            try (var producer = clients.producer(Map.of())) {
                worker.start();
                subscribe(producer, webhook, "expiring", PAUSED, null);
                long read = subscribe(producer, webhook, "held", PAUSED + HOLDS, "/");
                var paused = appended(clients);
                var due = Instant.now().plus(SLEEP);
                var sleeping = RetryState.START.failed(new LastAttempt(LastOutcome.BUSY, 503, Instant.now()), due);
                write(producer, read, sleeping);

                await().atMost(PATIENCE).until(() -> written(clients, RetryTier.TEN_SECONDS) > 2 * NEW);
                worker.kill();
                worker.start();
                await().atMost(PATIENCE).until(() -> Instant.now().isAfter(paused.plus(LIFE.multipliedBy(2))));
                await().atMost(PATIENCE)
                        .untilAsserted(() -> assertThat(deadLetters(clients)).isEqualTo(ids("expiring", 0, NEW)));
                assertThat(webhook.requests("/held")).isEmpty();

                subscribe(producer, webhook, "held", HOLDS, paused + "/");
                var resumed = appended(clients);
                await().atMost(PATIENCE)
                        .untilAsserted(() -> assertThat(arrived(webhook)).containsAll(ids("held", 0, NEW)));
                await().atMost(PATIENCE)
                        .untilAsserted(() -> assertThat(arrived(webhook)).isEqualTo(ids("held", 0, NEW + SLEEPING)));
                assertSlept(webhook, due.plus(Duration.between(paused, resumed)));
                assertThat(deadLetters(clients)).isEqualTo(ids("expiring", 0, NEW));
                assertThat(webhook.requests("/held")).as("each once").hasSize(NEW + SLEEPING);
            } finally {
                worker.kill();
            }
        }
    }

    /** Each time that a delivery is looked at, it loses no more than its way to Kafka. */
    private static void assertSlept(ScriptedWebhook webhook, Instant due) {
        var sleeping = ids("held", NEW, NEW + SLEEPING);
        assertThat(webhook.requests("/held"))
                .filteredOn(request -> sleeping.contains(id(request)))
                .allSatisfy(request -> assertThat(request.received()).isAfter(due.minusSeconds(10)));
    }

    private static void write(Producer<byte[], byte[]> producer, long read, RetryState sleeping) {
        for (int number = 0; number < NEW; number++) {
            deliver(producer, TOPICS.deliveries(), "held", number, read, RetryState.START);
            deliver(producer, TOPICS.deliveries(), "expiring", number, read, RetryState.START);
        }
        for (int number = NEW; number < NEW + SLEEPING; number++) {
            deliver(producer, TOPICS.retry(RetryTier.THIRTY_MINUTES), "held", number, read, sleeping);
        }
        producer.flush();
    }

    private static void deliver(
            Producer<byte[], byte[]> producer, String topic, String name, int number, long read, RetryState state) {
        int event = name.equals("held") ? number : 10_000 + number;
        WrittenRecords.deliver(producer, topic, 0, name, name + "-" + number, event, read, state);
    }

    private static long subscribe(
            Producer<byte[], byte[]> producer,
            ScriptedWebhook webhook,
            String name,
            String members,
            @Nullable String pauses) {
        return WrittenRecords.subscribe(
                producer, name, WrittenRecords.webhook(webhook, "/" + name) + KEPT + members, pauses);
    }

    /** Returns when the newest record of the subscriptions was appended. */
    private static Instant appended(KafkaClients clients) {
        return Instant.ofEpochMilli(
                KafkaRecords.of(clients, TOPICS.subscriptions()).getLast().timestamp());
    }

    private static long written(KafkaClients clients, RetryTier tier) {
        return KafkaRecords.of(clients, TOPICS.retry(tier)).size();
    }

    private static Set<String> deadLetters(KafkaClients clients) {
        return KafkaRecords.of(clients, TOPICS.deadLetters()).stream()
                .map(record -> DeliveryChains.text(record.headers(), HeaderNames.EVENT_ID))
                .collect(Collectors.toSet());
    }

    private static Set<String> arrived(ScriptedWebhook webhook) {
        return webhook.requests("/held").stream().map(KilledPauseIT::id).collect(Collectors.toCollection(HashSet::new));
    }

    private static Set<String> ids(String name, int from, int to) {
        return IntStream.range(from, to).mapToObj(number -> name + "-" + number).collect(Collectors.toSet());
    }

    private static String id(ReceivedRequest request) {
        var id = ID.matcher(request.text());
        if (!id.find()) {
            throw new IllegalArgumentException("no id in " + request.text());
        }
        return id.group(1);
    }
}
