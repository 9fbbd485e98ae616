package io.tidings.acceptance;

import io.tidings.acceptance.installation.CheckList;
import io.tidings.acceptance.installation.CountingEndpoints;
import io.tidings.acceptance.installation.ProofCluster;
import io.tidings.acceptance.installation.ProofFailed;
import io.tidings.acceptance.installation.TopicClient;
import io.tidings.testbed.broker.GroupLag;
import io.tidings.testbed.cluster.Service;
import io.tidings.testbed.cluster.ServiceProcess;
import io.tidings.testbed.process.AdminPort;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A worker is killed under load: the lag grows and shrinks, the other worker takes over, nothing is lost.
 *
 * @param rate events a second
 */
record KillUnderLoad(CheckList checks, ProofCluster cluster, CountingEndpoints endpoints, GroupLag lag, int rate) {
    static final String GROUP = "tidings.delivery-worker";
    private static final String DELIVERIES = "tidings.deliveries";
    private static final Duration SOON = Duration.ofSeconds(45);
    private static final Duration DRAINING = Duration.ofSeconds(90);
    private static final int WARMING_SECONDS = 3;
    private static final String PATH = "/load";
    private static final int LANES = 6;

    /** A killed worker leaves more than twice that in its session of 10 s; deliveries under way are less. */
    private static final int MOVED_SECONDS = 2;

    void subscribe(TopicClient client) {
        for (int i = 0; i < LANES; i++) {
            client.subscribe(name(i), endpoints.answering(PATH + "/" + i, 200), SteadyLoad.TYPE, false);
        }
    }

    static String name(int lane) {
        return "load-" + lane;
    }

    static int lanes() {
        return LANES;
    }

    void happens(TopicClient client, String key) {
        try (var load = SteadyLoad.start(client, key, rate)) {
            checks.say("load: %d events a second, each to %d endpoints".formatted(rate, LANES));
            checks.await(
                    SOON,
                    () -> endpoints.taken(PATH) > (long) rate * LANES * WARMING_SECONDS,
                    () -> "too few deliveries; read the logs of topology and workers");
            var victim = victim();
            lagMovesAndDrains(victim);
            new Rollout(checks).start(List.of(victim));
            load.end();
            everythingArrives(load);
        }
        checks.await(DRAINING, () -> waiting() == 0, () -> "deliveries still wait; read the logs of workers");
    }

    private ServiceProcess victim() {
        var busiest = lag.busiest(DELIVERIES)
                .orElseThrow(() -> new ProofFailed("no worker is in the group " + GROUP + "; read their logs"));
        return cluster.processes(Service.WORKER).stream()
                .filter(process -> process.name().equals(busiest))
                .findFirst()
                .orElseThrow(() -> new ProofFailed("the group has a member that is no worker of ours: " + busiest));
    }

    private void lagMovesAndDrains(ServiceProcess victim) {
        long before = waiting();
        victim.kill();
        checks.say("kill -9 %s, which has most to do; lag of deliveries was %,d".formatted(victim.name(), before));
        var peak = new AtomicLong();
        checks.await(
                SOON,
                () -> rising(peak) > before + (long) rate * MOVED_SECONDS,
                () -> "lag grows to %,d only; is the load too small? --rate".formatted(peak.get()));
        checks.check(
                victim.admin().status("/health/live") == AdminPort.NONE,
                victim.name() + " does not respond any more",
                victim.name() + " still responds; end it by hand");
        var took = checks.await(
                DRAINING,
                () -> {
                    rising(peak);
                    return waiting() < Math.max(before, rate);
                },
                () -> "lag does not drain; read the log of the other worker");
        checks.shown("lag of deliveries rose to %,d, and %s later it was gone"
                .formatted(peak.get(), CheckList.seconds(took)));
    }

    /** The lag of deliveries, which decides about scaling. */
    private long waiting() {
        return lag.of(Set.of(DELIVERIES));
    }

    private long rising(AtomicLong peak) {
        return peak.accumulateAndGet(waiting(), Math::max);
    }

    private void everythingArrives(SteadyLoad load) {
        long expected = load.accepted() * LANES;
        checks.await(
                DRAINING,
                () -> endpoints.taken(PATH) >= expected,
                () -> "%,d of %,d deliveries have arrived; read the logs".formatted(endpoints.taken(PATH), expected));
        checks.check(
                load.refused() == 0,
                "every request of publishers was taken: %,d events".formatted(load.accepted()),
                "%d requests of publishers were not taken; read the log of ingest".formatted(load.refused()));
        checks.shown("all %,d deliveries have arrived; the kill repeated %,d of them"
                .formatted(expected, endpoints.repeated(PATH)));
    }
}
