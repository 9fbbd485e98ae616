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
 * @param patience the longest time from the last event until nothing is owed
 * @param late the longest lateness of a retry while nothing is disturbed
 * @param slack what a request may take to arrive, and a worker to commit its result, longer than usual
 */
record ChaosPlan(
        ClusterSize size,
        List<Fault> alone,
        List<String> names,
        Mix mix,
        int rate,
        long seed,
        Duration pause,
        Duration patience,
        Duration late,
        Duration slack) {
    static final int SHORT_RATE = 100;

    /**
     * Faults at random.
     *
     * @param pairs whether two strike at once
     */
    record Mix(Duration lasting, boolean pairs) {}

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
                Duration.ofMinutes(2),
                Duration.ofSeconds(60),
                Duration.ofSeconds(15));
    }

    /** Every fault of these names alone, if wanted, and then their mix. */
    static ChaosPlan longForm(ClusterSize size, List<String> names, boolean alone, Mix mix, int rate, long seed) {
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
                Duration.ofMinutes(10),
                Duration.ofSeconds(10),
                Duration.ofSeconds(3));
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
