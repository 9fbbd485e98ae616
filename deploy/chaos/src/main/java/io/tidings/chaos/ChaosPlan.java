package io.tidings.chaos;

import io.tidings.chaos.fault.ClusterSize;
import io.tidings.chaos.fault.Fault;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * The plan of a campaign.
 *
 * @param alone faults that come first, one after the other
 * @param names of the faults of the mix that follows
 * @param rate events a second
 * @param busy whether other programs use the machine, too
 */
record ChaosPlan(
        ClusterSize size,
        List<Fault> alone,
        List<String> names,
        Mix mix,
        int rate,
        long seed,
        Duration pause,
        Ending ending,
        boolean busy) {
    static final int SHORT_RATE = 100;

    /** A subscription gets a tenth of all events; its limits let half as many again through, so that it catches up. */
    private static final int MOST_OF_ONE = 15;

    private static final int OF_ALL = 100;

    /**
     * Faults at random.
     *
     * @param pairs whether two strike at once
     */
    record Mix(Duration lasting, boolean pairs) {}

    /**
     * The steps after the last event.
     *
     * @param repair when all endpoints accept everything, if something is owed then
     * @param patience the longest time until nothing is owed
     * @param failed deliveries that failed in the end, of which the API is asked how they ended, at most
     * @param succeeded deliveries that succeeded after failures, likewise
     */
    record Ending(Duration repair, Duration patience, int failed, int succeeded) {}

    ChaosPlan {
        alone = List.copyOf(alone);
        names = List.copyOf(names);
        if (rate < 2) {
            throw new IllegalArgumentException(
                    "--rate must be at least 2, because half of the events go over HTTP; not " + rate);
        }
    }

    /** One broker, one kill of each service, one rebalance. */
    static ChaosPlan shortForm(long seed) {
        return new ChaosPlan(
                ClusterSize.small(),
                FaultCatalogue.shortForm(),
                List.of(),
                new Mix(Duration.ZERO, false),
                SHORT_RATE,
                seed,
                Duration.ofSeconds(1),
                new Ending(Duration.ofSeconds(10), Duration.ofMinutes(2), 150, 150),
                true);
    }

    /** Every fault of these names alone, if wanted, and then their mix. */
    static ChaosPlan longForm(ClusterSize ofCluster, List<String> names, boolean alone, Mix mix, int rate, long seed) {
        var wishing = names.contains(FaultCatalogue.WISHES)
                ? ofCluster.withWishes(Math.max(MOST_OF_ONE, rate * MOST_OF_ONE / OF_ALL))
                : ofCluster;
        var size = names.contains(FaultCatalogue.QUEUES) ? wishing.withQueues() : wishing;
        var catalogue = new FaultCatalogue(size, new Random(seed));
        var each = names.stream().flatMap(name -> catalogue.each(name).stream()).toList();
        return new ChaosPlan(
                size,
                alone ? each : List.of(),
                names,
                mix,
                rate,
                seed,
                Duration.ofSeconds(2),
                new Ending(Duration.ofMinutes(5), Duration.ofMinutes(10), 10_000, 3_000),
                false);
    }

    Map<String, String> circumstances() {
        var circumstances = new TreeMap<String, String>();
        circumstances.put("seed", Long.toString(seed));
        circumstances.put("events a second", Integer.toString(rate));
        circumstances.put("faults alone", Integer.toString(alone.size()));
        circumstances.put(
                "mix",
                "%d s of %s%s"
                        .formatted(
                                mix.lasting().toSeconds(), mix.pairs() ? "pairs of " : "", String.join(", ", names)));
        circumstances.put("profile", size.profile().name().toLowerCase(Locale.ROOT));
        circumstances.put("brokers", Integer.toString(size.brokers()));
        circumstances.put("workers", "%d to %d".formatted(size.workers(), size.mostWorkers()));
        circumstances.put("time.scale", Double.toString(size.timeScale()));
        circumstances.put("most attempts", "%d, one %d".formatted(size.maxAttempts(), size.mostAttempts()));
        return circumstances;
    }
}
