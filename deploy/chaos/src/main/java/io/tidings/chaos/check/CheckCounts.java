package io.tidings.chaos.check;

import io.tidings.chaos.check.CommittedAttempt.Ending;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;

/**
 * The numbers of what was judged.
 *
 * @param expected pairs of an accepted event and a subscription that matches it
 * @param doubled chains beyond the first of an event's record: the topology was killed between writing and committing
 * @param repeats requests in vain
 * @param dropped by reason
 * @param asked deliveries whose end the API was asked for
 */
public record CheckCounts(
        long expected,
        long delivered,
        long deadLettered,
        Map<String, Long> dropped,
        long chains,
        long doubled,
        long requests,
        long repeats,
        long asked) {
    public static final CheckCounts NOTHING = new CheckCounts(0, 0, 0, Map.of(), 0, 0, 0, 0, 0);

    public CheckCounts {
        dropped = Map.copyOf(dropped);
    }

    static CheckCounts of(Collection<DeliveryHistory> histories) {
        return new CheckCounts(
                histories.stream().filter(DeliveryHistory::accepted).count(),
                histories.stream().filter(DeliveryHistory::delivered).count(),
                histories.stream()
                        .filter(delivery -> !delivery.letters().isEmpty())
                        .count(),
                drops(histories),
                histories.stream()
                        .flatMap(delivery -> delivery.beginnings().values().stream())
                        .mapToLong(Integer::longValue)
                        .sum(),
                histories.stream()
                        .flatMap(delivery -> delivery.beginnings().values().stream())
                        .mapToLong(times -> times - 1)
                        .sum(),
                histories.stream()
                        .mapToLong(delivery -> delivery.requests().size())
                        .sum(),
                histories.stream()
                        .mapToLong(
                                delivery -> RepeatsAreExplained.inVain(delivery).size())
                        .sum(),
                0);
    }

    /** Counts nothing but deliveries whose end the API was asked for. */
    static CheckCounts ofAsked(long asked) {
        return new CheckCounts(0, 0, 0, Map.of(), 0, 0, 0, 0, asked);
    }

    private static Map<String, Long> drops(Collection<DeliveryHistory> histories) {
        var drops = new TreeMap<String, Long>();
        histories.stream()
                .flatMap(delivery -> delivery.attempts().stream())
                .filter(attempt -> attempt.ending() == Ending.DROP)
                .map(CommittedAttempt::reason)
                .forEach(reason -> drops.merge(reason, 1L, Long::sum));
        return drops;
    }

    CheckCounts plus(CheckCounts other) {
        var drops = new TreeMap<>(dropped);
        other.dropped.forEach((reason, times) -> drops.merge(reason, times, Long::sum));
        return new CheckCounts(
                expected + other.expected,
                delivered + other.delivered,
                deadLettered + other.deadLettered,
                drops,
                chains + other.chains,
                doubled + other.doubled,
                requests + other.requests,
                repeats + other.repeats,
                asked + other.asked);
    }
}
