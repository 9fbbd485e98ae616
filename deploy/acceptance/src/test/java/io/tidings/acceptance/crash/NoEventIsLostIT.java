package io.tidings.acceptance.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.acceptance.installation.BlobFiles;
import io.tidings.contract.HeaderNames;
import io.tidings.contract.RetryTier;
import io.tidings.contract.Topics;
import io.tidings.testbed.webhook.ReceivedRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.assertj.core.api.ThrowingConsumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * B-DEL-1, B-RETRY-6, B-DLQ-6, B-LANE-3: each program is killed with kill -9 in the middle of 1,000 events, every other of which
 * fails twice, and started again.
 *
 * <p>A killed topology may write a delivery twice. Both have the same source, so that a worker knows the second one, unless
 * partitions were added in between and it is in another partition.
 */
@Tag("long")
class NoEventIsLostIT {
    private static final int EVENTS = 1000;
    private static final int BAD = 50;
    private static final int LAST = 100;
    private static final Topics TOPICS = new Topics(Topics.DEFAULT_PREFIX);

    @TempDir
    Path folder;

    @ParameterizedTest(name = "{0}")
    @EnumSource(TestedProgram.class)
    void everyEventArrivesInOneChainWhenAProgramIsKilled(TestedProgram victim) throws Exception {
        killed(victim, 1, _ -> {});
    }

    @ParameterizedTest(name = "{0}")
    @EnumSource(names = {"TOPOLOGY", "WORKER"})
    void everyEventArrivesInAChainPerPartitionWhenAProgramIsKilledWhilePartitionsAreAdded(TestedProgram victim)
            throws Exception {
        killed(victim, 2, cluster -> cluster.grow(7));
    }

    /**
     * @param mostPartitions in which a delivery may be written
     * @param meanwhile goes on while the program is killed and started again
     */
    private void killed(TestedProgram victim, int mostPartitions, ThrowingConsumer<CrashTestCluster> meanwhile)
            throws Exception {
        try (var cluster = CrashTestCluster.build(folder, victim)) {
            cluster.publish("placed", 0, EVENTS / 2);
            await().atMost(Duration.ofMinutes(3))
                    .until(() -> cluster.requests("/hook").size() >= 200);
            var ended = CompletableFuture.runAsync(
                    () -> meanwhile.accept(cluster),
                    task -> Thread.ofPlatform().name("meanwhile").start(task));
            cluster.kill();
            cluster.publishMeanwhile("placed", EVENTS / 2, EVENTS);
            cluster.publishMeanwhile("bad", EVENTS, EVENTS + BAD);
            cluster.restart();
            cluster.publishTheRest();
            assertThat(ended).succeedsWithin(Duration.ofMinutes(3));
            cluster.publish("placed", EVENTS + BAD, EVENTS + BAD + LAST);
            await().atMost(Duration.ofMinutes(3))
                    .until(() -> delivered(cluster.requests("/hook")).size() >= EVENTS + LAST);
            await().atMost(Duration.ofMinutes(3))
                    .until(() -> BlobFiles.ids(cluster.storage()).size() >= BAD);
            cluster.settle();

            var published = new ArrayList<>(ids(0, EVENTS));
            published.addAll(ids(EVENTS + BAD, EVENTS + BAD + LAST));
            assertThat(delivered(cluster.requests("/hook"))).containsExactlyInAnyOrderElementsOf(published);
            assertAttemptsNeverReset(cluster);
            assertOneChainPerPartition(cluster, mostPartitions);
        }
    }

    /** Also where a killed topology wrote a delivery twice in the same partition. */
    private static void assertOneChainPerPartition(CrashTestCluster cluster, int mostPartitions) {
        var deliveries = DeliveryChains.of(cluster.records(TOPICS.deliveries()));
        var retried = new HashSet<String>();
        var dead = new HashSet<String>();
        deliveries.forEach((chain, records) -> {
            assertThat(partitions(records)).as("partitions of %s", chain).isLessThanOrEqualTo(mostPartitions);
            if (chain.endsWith("/bad")) {
                dead.add(chain);
            } else if (fails(DeliveryChains.text(records.getFirst().headers(), HeaderNames.EVENT_ID))) {
                retried.add(chain);
            }
        });
        assertParkedOnce(cluster, TOPICS.retry(RetryTier.TEN_SECONDS), retried, deliveries);
        assertParkedOnce(cluster, TOPICS.retry(RetryTier.THIRTY_SECONDS), retried, deliveries);
        assertParkedOnce(cluster, TOPICS.deadLetters(), dead, deliveries);
        var letters = cluster.records(TOPICS.deadLetters()).stream()
                .map(record -> DeliveryChains.text(record.headers(), HeaderNames.EVENT_ID))
                .sorted()
                .toList();
        assertThat(BlobFiles.ids(cluster.storage()).stream().sorted().toList()).isEqualTo(letters);
    }

    /**
     * A chain is parked once in each partition that its delivery was written to, and once more for each deferral: where
     * processors are shared, many failures in a row put the endpoint on probation. A request may also fail that the
     * endpoint would have accepted, so there may be chains beside the expected ones.
     */
    private static void assertParkedOnce(
            CrashTestCluster cluster,
            String topic,
            Set<String> expected,
            Map<String, List<ConsumerRecord<byte[], byte[]>>> deliveries) {
        var parked = DeliveryChains.of(cluster.records(topic));
        assertThat(parked.keySet()).as("chains in %s", topic).containsAll(expected);
        assertThat(parked)
                .allSatisfy((chain, records) -> assertThat(mostAtOneStep(records))
                        .as(() -> "%s, written as %s, in %s: %s"
                                .formatted(
                                        chain,
                                        DeliveryChains.places(deliveries.get(chain)),
                                        topic,
                                        DeliveryChains.places(records)))
                        .isBetween(
                                expected.contains(chain) ? partitions(deliveries.get(chain)) : 1,
                                partitions(deliveries.get(chain))));
    }

    private static int mostAtOneStep(List<ConsumerRecord<byte[], byte[]>> records) {
        return records.stream()
                .collect(Collectors.groupingBy(DeliveryChains::step, Collectors.summingInt(_ -> 1)))
                .values()
                .stream()
                .mapToInt(Integer::intValue)
                .max()
                .orElseThrow();
    }

    private static int partitions(List<ConsumerRecord<byte[], byte[]>> records) {
        return (int)
                records.stream().mapToInt(ConsumerRecord::partition).distinct().count();
    }

    /** Requests of one chain come in the order of its attempts; a crash may repeat one, never take one back. */
    private static void assertAttemptsNeverReset(CrashTestCluster cluster) {
        var once = matchedOnce(cluster);
        assertThat(once).as("events that make one chain").hasSizeGreaterThan(EVENTS / 2);
        var counts = new HashMap<String, Integer>();
        for (var request : cluster.requests("/hook")) {
            int before = Integer.parseInt(request.header("aeg-delivery-count").getFirst());
            if (once.contains(CrashTestCluster.id(request))) {
                int last = counts.merge(CrashTestCluster.id(request), before, Math::max);
                assertThat(before)
                        .as("attempts of %s", CrashTestCluster.id(request))
                        .isEqualTo(last);
            }
        }
    }

    /** Events that no crash of a publisher or of the topology doubled. */
    private static Set<String> matchedOnce(CrashTestCluster cluster) {
        var counts = new HashMap<String, Integer>();
        for (var record : cluster.records(TOPICS.deliveries())) {
            counts.merge(DeliveryChains.text(record.headers(), HeaderNames.EVENT_ID), 1, Integer::sum);
        }
        counts.values().removeIf(count -> count > 1);
        return counts.keySet();
    }

    private static boolean fails(String id) {
        return Integer.parseInt(id) % 2 == 0;
    }

    private static Set<String> delivered(Collection<ReceivedRequest> requests) {
        var delivered = new HashSet<String>();
        for (var request : requests) {
            if (CrashTestCluster.statusOf(request) == 200) {
                delivered.add(CrashTestCluster.id(request));
            }
        }
        return delivered;
    }

    private static List<String> ids(int from, int to) {
        return IntStream.range(from, to).mapToObj(Integer::toString).toList();
    }
}
