package io.tidings.topology.match;

import io.tidings.contract.delivery.EventSource;
import io.tidings.contract.table.StartState;
import io.tidings.contract.table.SubscriptionEntry;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicPartition;

/**
 * The markers of subscriptions that start in the past which matching has read (B-START). They are in the commits of
 * the group: the note of a commit has those before its offset, and the others are read again by whoever gets the
 * partition. Thread-safe.
 *
 * <pre>
 *   before its marker      the marker, at m      behind it
 *   a job delivers         nobody                matching delivers what is at an offset above m
 * </pre>
 */
public final class PassedMarkers {
    private static final char BEFORE_MARKER = '~';

    private static final Pattern NOTED = Pattern.compile(BEFORE_MARKER + "([^ ~@!|]{1,64})@(\\d{1,18})");

    /** The first marker of each subscription by its uid, of each partition. */
    private final Map<TopicPartition, Map<String, Long>> passed = new ConcurrentHashMap<>();

    /**
     * Called when this process gets a partition.
     *
     * @param noted in its commit
     * @param start the offset that is read first; below a marker only if the log became shorter, and all is new then
     */
    public void taken(TopicPartition partition, String noted, long start) {
        var read = new ConcurrentHashMap<String, Long>();
        NOTED.matcher(noted)
                .results()
                .forEach(marker -> read.put(marker.group(1), Math.min(Long.parseLong(marker.group(2)), start - 1)));
        passed.put(partition, read);
    }

    /** Called when the log of a partition became shorter, or was deleted in part, while it is read. */
    public void movedTo(TopicPartition partition, long start) {
        of(partition).replaceAll((_, marker) -> Math.min(marker, start - 1));
    }

    /**
     * Called for each marker. Another one of the same subscription may follow, because the owner died or did not know.
     *
     * @param open whether the start of a subscription is open: the marker of any other one is not needed any more
     */
    public void passed(EventSource marker, String uid, Predicate<String> open) {
        var ofPartition = of(new TopicPartition(marker.kafkaTopic(), marker.partition()));
        ofPartition.merge(uid, marker.offset(), Math::min);
        ofPartition.keySet().removeIf(each -> !open.test(each));
    }

    /** Returns whether matching delivers the event to the subscription, if it matches. */
    public boolean delivers(SubscriptionEntry entry, EventSource event) {
        if (entry.provisioning().start() != StartState.OPEN) {
            return true;
        }
        var marker =
                of(new TopicPartition(event.kafkaTopic(), event.partition())).get(entry.uid());
        return marker != null && event.offset() > marker;
    }

    /** Returns the note for a commit. */
    public String note(TopicPartition partition, long committed) {
        var ofPartition = passed.get(partition);
        return ofPartition == null || ofPartition.isEmpty()
                ? ""
                : ofPartition.entrySet().stream()
                        .filter(each -> each.getValue() < committed)
                        .map(each -> BEFORE_MARKER + each.getKey() + "@" + Math.max(0, each.getValue()))
                        .sorted()
                        .collect(Collectors.joining());
    }

    private Map<String, Long> of(TopicPartition partition) {
        return passed.computeIfAbsent(partition, _ -> new ConcurrentHashMap<>());
    }
}
