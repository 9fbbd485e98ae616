package io.tidings.chaos.fault;

import io.tidings.chaos.cluster.ChaosCluster;
import io.tidings.testbed.cluster.Disturbance.Reach;
import io.tidings.testbed.load.FixedPause;
import java.time.Duration;
import java.util.Random;
import java.util.Set;

/** Subscriptions are changed, deleted and created again, ten times a second. */
public record SubscriptionChurn(long seed, Duration lasting) implements Fault {
    private static final Duration BETWEEN = Duration.ofMillis(100);

    @Override
    public Reach reach() {
        return Reach.OTHERS;
    }

    @Override
    public String what() {
        return "subscriptions change for %d s".formatted(lasting.toSeconds());
    }

    @Override
    public Set<String> victims() {
        return Set.of("subscriptions");
    }

    @Override
    public void strike(ChaosCluster cluster) {
        var random = new Random(seed);
        long changes = lasting.dividedBy(BETWEEN);
        for (long i = 0; i < changes; i++) {
            change(cluster, random, i);
            FixedPause.sleep(BETWEEN);
        }
        for (var subscriber : cluster.subscribers().passing()) {
            while (!cluster.put(subscriber, "last")) {
                FixedPause.sleep(BETWEEN);
            }
        }
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
}
