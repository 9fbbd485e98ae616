package io.tidings.benchmark.campaign.check;

import io.tidings.benchmark.campaign.history.Attempt;
import io.tidings.benchmark.campaign.history.Attempt.Ending;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;

/**
 * What there was to judge.
 *
 * @param expected pairs of an accepted event and a subscription that matches it
 * @param chains how many were begun
 * @param doubled chains beyond the first of an event's record: the topology was killed between writing and committing
 * @param repeats requests that were made in vain
 * @param dropped by reason
 */
public record Tally(
        long expected,
        long delivered,
        long deadLettered,
        Map<String, Long> dropped,
        long chains,
        long doubled,
        long requests,
        long repeats) {
    public static final Tally NOTHING = new Tally(0, 0, 0, Map.of(), 0, 0, 0, 0);

    public Tally {
        dropped = Map.copyOf(dropped);
    }

    static Tally of(Collection<Story> stories) {
        return new Tally(
                stories.stream().filter(Story::accepted).count(),
                stories.stream().filter(Story::delivered).count(),
                stories.stream().filter(story -> !story.letters().isEmpty()).count(),
                drops(stories),
                stories.stream()
                        .flatMap(story -> story.beginnings().values().stream())
                        .mapToLong(Integer::longValue)
                        .sum(),
                stories.stream()
                        .flatMap(story -> story.beginnings().values().stream())
                        .mapToLong(times -> times - 1)
                        .sum(),
                stories.stream().mapToLong(story -> story.requests().size()).sum(),
                stories.stream()
                        .mapToLong(story -> RepeatsAreExplained.inVain(story).size())
                        .sum());
    }

    private static Map<String, Long> drops(Collection<Story> stories) {
        var drops = new TreeMap<String, Long>();
        stories.stream()
                .flatMap(story -> story.attempts().stream())
                .filter(attempt -> attempt.ending() == Ending.DROP)
                .map(Attempt::reason)
                .forEach(reason -> drops.merge(reason, 1L, Long::sum));
        return drops;
    }

    Tally plus(Tally other) {
        var drops = new TreeMap<>(dropped);
        other.dropped.forEach((reason, times) -> drops.merge(reason, times, Long::sum));
        return new Tally(
                expected + other.expected,
                delivered + other.delivered,
                deadLettered + other.deadLettered,
                drops,
                chains + other.chains,
                doubled + other.doubled,
                requests + other.requests,
                repeats + other.repeats);
    }
}
