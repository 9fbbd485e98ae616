package io.tidings.acceptance.crash;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.contract.HeaderNames;
import io.tidings.contract.HeaderText;
import io.tidings.contract.Topics;
import io.tidings.contract.job.JobProgress;
import io.tidings.contract.job.JobTable;
import io.tidings.contract.job.StartPlaces;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * B-START: a program is killed with kill -9 while a subscription gets the past events and matching takes over, and started
 * again. Each event is delivered by the job or by matching.
 */
class KilledStartIT {
    private static final Topics TOPICS = new Topics(Topics.DEFAULT_PREFIX);
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final int PAST = 3_000;
    private static final int MEANWHILE = 500;
    private static final int LAST = 100;

    @TempDir
    Path folder;

    @ParameterizedTest(name = "{0}")
    @EnumSource(names = {"TOPOLOGY", "EXPORTER", "INGEST"})
    void everyEventIsDeliveredByTheJobOrByMatching(TestedProgram victim) throws Exception {
        try (var cluster = CrashTestCluster.build(folder, victim)) {
            cluster.publish("past", 0, PAST);
            cluster.subscribeFromEarliest("late", "past");
            awaitProgress(
                    cluster, victim == TestedProgram.EXPORTER ? KilledStartIT::writes : KilledStartIT::hasCaughtUp);
            cluster.kill();
            cluster.publishMeanwhile("past", PAST, PAST + MEANWHILE);
            cluster.restart();
            cluster.publishTheRest();
            await().atMost(PATIENCE).until(() -> state(cluster).equals(Optional.of("done")));
            cluster.publish("past", PAST + MEANWHILE, PAST + MEANWHILE + LAST);
            await().atMost(PATIENCE).until(() -> ids(cluster).size() >= PAST + MEANWHILE + LAST);
            cluster.settle();

            assertThat(ids(cluster))
                    .isEqualTo(IntStream.range(0, PAST + MEANWHILE + LAST)
                            .mapToObj(Integer::toString)
                            .collect(Collectors.toSet()));
            var byJob = sources(cluster, record -> record.headers().lastHeader(HeaderNames.JOB) != null);
            var byMatching = sources(cluster, record -> record.headers().lastHeader(HeaderNames.JOB) == null);
            assertThat(byJob).hasSizeGreaterThanOrEqualTo(PAST).doesNotHaveDuplicates();
            assertThat(byJob).doesNotContainAnyElementsOf(byMatching);
            assertThat(new HashSet<>(byMatching)).hasSizeGreaterThanOrEqualTo(LAST);
            assertThat(cluster.records(TOPICS.rejected())).isEmpty();
        }
    }

    private static void awaitProgress(CrashTestCluster cluster, Predicate<JobProgress> reached) {
        await().atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(50))
                .until(() -> progress(cluster).filter(reached).isPresent());
    }

    private static Optional<JobProgress> progress(CrashTestCluster cluster) {
        var table = new JobTable();
        cluster.records(TOPICS.jobs())
                .forEach(record -> table.read(new String(record.key(), UTF_8), record.headers(), record.value()));
        return table.job(StartPlaces.job("uid-late")).flatMap(job -> Optional.ofNullable(job.progress()));
    }

    private static boolean writes(JobProgress progress) {
        return progress.counts().written() > 0;
    }

    private static boolean hasCaughtUp(JobProgress progress) {
        return progress.positions().containsKey(StartPlaces.CAUGHT_UP);
    }

    private static Optional<String> state(CrashTestCluster cluster) {
        return ofLate(cluster, TOPICS.subscriptions()).stream()
                .reduce((_, later) -> later)
                .map(record -> HeaderText.of(record.headers(), HeaderNames.START));
    }

    private static List<String> sources(CrashTestCluster cluster, Predicate<ConsumerRecord<byte[], byte[]>> which) {
        return ofLate(cluster, TOPICS.deliveries()).stream()
                .filter(which)
                .map(record -> DeliveryChains.text(record.headers(), HeaderNames.SOURCE))
                .toList();
    }

    private static List<ConsumerRecord<byte[], byte[]>> ofLate(CrashTestCluster cluster, String kafkaTopic) {
        return cluster.records(kafkaTopic).stream()
                .filter(record -> new String(record.key(), UTF_8).equals("orders/late"))
                .toList();
    }

    private static Set<String> ids(CrashTestCluster cluster) {
        return cluster.requests("/late").stream().map(CrashTestCluster::id).collect(Collectors.toSet());
    }
}
