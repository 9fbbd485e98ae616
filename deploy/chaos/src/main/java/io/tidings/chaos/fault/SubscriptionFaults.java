package io.tidings.chaos.fault;

import io.tidings.chaos.subscriber.EndpointBehaviour;
import io.tidings.chaos.subscriber.Subscriber;
import io.tidings.testbed.cluster.ClusterPlan;
import io.tidings.testbed.cluster.Disturbance.Reach;
import io.tidings.testbed.load.FixedPause;
import io.tidings.testbed.load.Patience;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.BooleanSupplier;

/** Faults of subscriptions: they change, or their dead letters are redriven. */
public final class SubscriptionFaults {
    private static final Duration BETWEEN_CHANGES = Duration.ofMillis(100);
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int SLOWLY = 20;
    private static final int AT_ONCE = 1_000;

    private SubscriptionFaults() {}

    /** Subscriptions are changed, deleted and created again, ten times a second. */
    public static Fault churn(long seed, Duration time) {
        var what = "subscriptions change for %d s".formatted(time.toSeconds());
        return new Fault(what, Reach.OTHERS, Set.of("subscriptions"), cluster -> {
            var random = new Random(seed);
            long changes = time.dividedBy(BETWEEN_CHANGES);
            for (long i = 0; i < changes; i++) {
                change(cluster, random, i);
                FixedPause.sleep(BETWEEN_CHANGES);
            }
            for (var subscriber : cluster.subscribers().passing()) {
                while (!cluster.put(subscriber, "last")) {
                    FixedPause.sleep(BETWEEN_CHANGES);
                }
            }
        });
    }

    private static void change(ChaosCluster cluster, Random random, long number) {
        var staying = cluster.subscribers().staying();
        var passing = cluster.subscribers().passing();
        switch (random.nextInt(3)) {
            case 0 -> cluster.put(staying.get(random.nextInt(staying.size())), "change-" + number);
            case 1 -> cluster.put(passing.get(random.nextInt(passing.size())), "change-" + number);
            default -> cluster.management().delete(passing.get(random.nextInt(passing.size())));
        }
    }

    /**
     * A subscription that holds its events is paused, the endpoint of another one is gone, and a third one is created,
     * which gets all past events; the first two come back after a while.
     */
    public static Fault wishes(Duration time) {
        var what = "a pause, an endpoint that is gone, and a start in the past, for %d s".formatted(time.toSeconds());
        return new Fault(what, Reach.OTHERS, Set.of("subscriptions"), cluster -> {
                    var held = cluster.subscribers().held();
                    var gone = cluster.subscribers().gone();
                    cluster.subscribers().begin().ifPresent(late -> until(() -> cluster.put(late, "late")));
                    until(() -> cluster.management().pause(held, true));
                    until(() -> cluster.put(gone.behaving(EndpointBehaviour.GONE), "gone"));
                    FixedPause.sleep(time);
                    until(() -> cluster.management().paused(gone));
                    until(() -> cluster.put(gone, "back"));
                    until(() -> cluster.management().pause(held, false));
                    cluster.awaitReady();
                })
                .onlyIf(cluster -> cluster.subscribers().wishing(), "no subscription has wishes here");
    }

    private static void until(BooleanSupplier done) {
        if (!new Patience(PATIENCE, BETWEEN_CHANGES).until(done)) {
            throw new IllegalStateException("a subscription was not changed, or not paused for 410, within " + PATIENCE
                    + "; read the logs of ingest and of the workers");
        }
    }

    /**
     * Dead letters are redriven while the command that waits for the job, the exporter and a worker are killed; the job
     * is cancelled then, and another one brings the rest back.
     *
     * @param number of the subscription among those that stay
     */
    public static Fault redrive(int number, Duration between) {
        var what = "redrive of steady-%d while programs are killed".formatted(number);
        return new Fault(what, Reach.OTHERS, Set.of(ClusterPlan.EXPORTER, "workers", "dead letters"), cluster -> {
            var subscriber = cluster.subscribers().staying().get(number);
            var first = cluster.redrive(subscriber, SLOWLY);
            FixedPause.sleep(between);
            first.kill();
            for (var victim : List.of(ClusterPlan.EXPORTER, "worker-0")) {
                FixedPause.sleep(between);
                cluster.service(victim).kill();
                cluster.service(victim).start();
            }
            FixedPause.sleep(between);
            complete(cluster, subscriber);
            cluster.awaitReady();
        });
    }

    private static void complete(ChaosCluster cluster, Subscriber subscriber) {
        boolean complete = new Patience(PATIENCE, Duration.ZERO).until(() -> {
            if (!cluster.cancelRedrives(subscriber)) {
                return false;
            }
            var redrive = cluster.redrive(subscriber, AT_ONCE);
            var code = redrive.exitWithin(PATIENCE);
            redrive.kill();
            return code.isPresent() && code.getAsInt() == 0;
        });
        if (!complete) {
            throw new IllegalStateException("the redrive did not end well within " + PATIENCE + "; read redrive.log");
        }
    }
}
