package io.tidings.benchmark.campaign.fault;

import io.tidings.benchmark.campaign.history.Disturbance.Reach;
import io.tidings.benchmark.campaign.town.Town;
import java.time.Duration;
import java.util.Random;
import java.util.Set;

/** Subscriptions are changed, deleted and created again, ten times a second. */
public record Churn(long seed, Duration lasting) implements Fault {
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
    public void strike(Town town) {
        var random = new Random(seed);
        long changes = lasting.dividedBy(BETWEEN);
        for (long i = 0; i < changes; i++) {
            change(town, random, i);
            Waiting.sleep(BETWEEN);
        }
        for (var subscriber : town.roster().passing()) {
            while (!town.put(subscriber, "last")) {
                Waiting.sleep(BETWEEN);
            }
        }
    }

    private static void change(Town town, Random random, long number) {
        var staying = town.roster().staying();
        var passing = town.roster().passing();
        switch (random.nextInt(3)) {
            case 0 -> town.put(staying.get(random.nextInt(staying.size())), "change-" + number);
            case 1 -> town.put(passing.get(random.nextInt(passing.size())), "change-" + number);
            default -> town.management().delete(passing.get(random.nextInt(passing.size())));
        }
    }
}
