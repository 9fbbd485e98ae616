package io.tidings.acceptance.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * B-COUNT: while events are delivered, retried and given up, and the worker is killed again and again, the figures of all
 * pages agree whenever they are looked at, and what has ended never becomes less.
 */
@Tag("long")
class FiguresAgreeIT {
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final int KILLS = 3;
    private static final int PLACED = 200;
    private static final int BAD = 20;

    @TempDir
    private Path folder;

    /** The latest value of each count that must never fall. */
    private final Map<String, Long> latest = new HashMap<>();

    @Test
    void figuresAgreeAtEveryMoment() throws Exception {
        try (var cluster = CrashTestCluster.build(folder, TestedProgram.WORKER)) {
            for (int kill = 0; kill < KILLS; kill++) {
                int from = kill * (PLACED + BAD);
                int sent = cluster.requests("/hook").size();
                cluster.publish("placed", from, from + PLACED / 2);
                await().atMost(PATIENCE).until(() -> {
                    look(cluster);
                    return cluster.requests("/hook").size() > sent + PLACED / 4;
                });
                cluster.kill();
                look(cluster);
                cluster.publishMeanwhile("placed", from + PLACED / 2, from + PLACED);
                cluster.publishMeanwhile("bad", from + PLACED, from + PLACED + BAD);
                look(cluster);
                cluster.restart();
            }
            await().atMost(PATIENCE).until(() -> {
                look(cluster);
                return cluster.status("hook").path("delivered").longValue() == KILLS * PLACED
                        && cluster.status("bad").path("deadLettered").longValue() == KILLS * BAD;
            });

            await("lists, which may be seconds old").atMost(PATIENCE).untilAsserted(() -> {
                assertThat(waiting(cluster)).isZero();
                assertThat(row(cluster, "bad").path("deadLettered").longValue()).isEqualTo(KILLS * BAD);
                assertThat(row(cluster, "hook").path("waiting").asLong(-1)).isZero();
            });
            assertThat(cluster.status("hook").path("matched").longValue()).isEqualTo(KILLS * PLACED);
            assertThat(cluster.status("bad").path("matched").longValue()).isEqualTo(KILLS * BAD);
            await("the curves of all, which are drawn every few seconds")
                    .atMost(PATIENCE)
                    .untilAsserted(() -> {
                        var curves = cluster.get("/stats?period=hour");
                        assertThat(sum(curves, "matched")).isEqualTo(KILLS * (PLACED + BAD));
                        assertThat(sum(curves, "delivered")).isEqualTo(KILLS * PLACED);
                        assertThat(sum(curves, "deadLettered")).isEqualTo(KILLS * BAD);
                    });
        }
    }

    /** Lists may be seconds old, so they are read first: what is read later is never less. */
    private void look(CrashTestCluster cluster) {
        waiting(cluster);
        for (var subscription : new String[] {"hook", "bad"}) {
            var row = row(cluster, subscription);
            var status = cluster.status(subscription);
            var where = "%s: %s, then %s".formatted(subscription, row, status);
            long delivered = status.path("delivered").longValue();
            long deadLettered = status.path("deadLettered").longValue();
            long ended = delivered + deadLettered + status.path("dropped").longValue();
            assertThat(status.path("matched").longValue())
                    .as(where)
                    .isEqualTo(ended + status.path("waiting").longValue());
            assertThat(delivered)
                    .as("%s, of requests", where)
                    .isLessThanOrEqualTo(cluster.requests("/" + subscription).size());
            assertThat(row.path("deadLettered").asLong(-1)).as(where).isBetween(0L, deadLettered);
            neverFalls(subscription + " matched", status.path("matched").longValue());
            neverFalls(subscription + " delivered", delivered);
            neverFalls(subscription + " dead-lettered", deadLettered);
        }
    }

    private void neverFalls(String count, long now) {
        Long before = latest.put(count, now);
        assertThat(now).as(count).isGreaterThanOrEqualTo(before == null ? 0 : before);
    }

    /** Returns what waits in all, after the sums of one page were compared with its parts. */
    private static long waiting(CrashTestCluster cluster) {
        var overview = cluster.get("/overview");
        long total = overview.at("/pending/total").asLong(-1);
        assertThat(total).isGreaterThanOrEqualTo(0);
        assertThat(overview.at("/byTopic/0/waiting").asLong(-1))
                .as("%s", overview)
                .isEqualTo(total);
        return total;
    }

    private static JsonNode row(CrashTestCluster cluster, String subscription) {
        return cluster.get("/eventSubscriptions?find=orders/" + subscription).at("/value/0");
    }

    private static long sum(JsonNode curve, String count) {
        long sum = 0;
        for (var part : curve.path("value")) {
            sum += part.path(count).longValue();
        }
        return sum;
    }
}
