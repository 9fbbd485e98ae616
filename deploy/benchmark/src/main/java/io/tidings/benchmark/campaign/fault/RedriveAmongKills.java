package io.tidings.benchmark.campaign.fault;

import io.tidings.benchmark.campaign.history.Disturbance.Reach;
import io.tidings.benchmark.campaign.publish.Subscriber;
import io.tidings.benchmark.campaign.town.Town;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * Dead letters of a subscription are brought back while what does that, the exporter and a worker are killed; the same
 * command goes on with what is left.
 *
 * @param subscriber number of it among those that stay
 */
public record RedriveAmongKills(int subscriber, Duration between) implements Fault {
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
    public void strike(Town town) {
        var whose = town.roster().staying().get(subscriber);
        var first = town.redriving().start(whose, SLOWLY);
        Waiting.sleep(between);
        first.kill();
        var second = town.redriving().start(whose, SLOWLY);
        for (var victim : List.of("exporter", "worker-0")) {
            Waiting.sleep(between);
            town.instance(victim).kill();
            town.instance(victim).start();
        }
        Waiting.sleep(between);
        second.kill();
        complete(town, whose);
        town.awaitReady();
    }

    /** Of two that are under way one may be told that the other is. */
    private static void complete(Town town, Subscriber whose) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (System.nanoTime() - end < 0) {
            var redrive = town.redriving().start(whose, AT_ONCE);
            var code = redrive.exitWithin(PATIENCE);
            redrive.kill();
            if (code.isPresent() && code.getAsInt() == 0) {
                return;
            }
        }
        throw new IllegalStateException("the redrive did not end well within " + PATIENCE + "; read redrive.log");
    }
}
