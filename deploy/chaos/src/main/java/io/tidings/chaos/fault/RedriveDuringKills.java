package io.tidings.chaos.fault;

import io.tidings.chaos.cluster.ChaosCluster;
import io.tidings.chaos.subscriber.Subscriber;
import io.tidings.testbed.cluster.Disturbance.Reach;
import io.tidings.testbed.load.FixedPause;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * Dead letters of a subscription are brought back while what does that, the exporter and a worker are killed; the same
 * command goes on with what is left.
 *
 * @param subscriber number of it among those that stay
 */
public record RedriveDuringKills(int subscriber, Duration between) implements Fault {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int SLOWLY = 20;
    private static final int AT_ONCE = 1_000;

    @Override
    public Reach reach() {
        return Reach.OTHERS;
    }

    @Override
    public String what() {
        return "redrive of steady-%d while programs are killed".formatted(subscriber);
    }

    @Override
    public Set<String> victims() {
        return Set.of("exporter", "workers", "dead letters");
    }

    @Override
    public void strike(ChaosCluster cluster) {
        var whose = cluster.subscribers().staying().get(subscriber);
        var first = cluster.redriving().start(whose, SLOWLY);
        FixedPause.sleep(between);
        first.kill();
        var second = cluster.redriving().start(whose, SLOWLY);
        for (var victim : List.of("exporter", "worker-0")) {
            FixedPause.sleep(between);
            cluster.instance(victim).kill();
            cluster.instance(victim).start();
        }
        FixedPause.sleep(between);
        second.kill();
        complete(cluster, whose);
        cluster.awaitReady();
    }

    /** Of two that are under way one may be told that the other is. */
    private static void complete(ChaosCluster cluster, Subscriber whose) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (System.nanoTime() - end < 0) {
            var redrive = cluster.redriving().start(whose, AT_ONCE);
            var code = redrive.exitWithin(PATIENCE);
            redrive.kill();
            if (code.isPresent() && code.getAsInt() == 0) {
                return;
            }
        }
        throw new IllegalStateException("the redrive did not end well within " + PATIENCE + "; read redrive.log");
    }
}
