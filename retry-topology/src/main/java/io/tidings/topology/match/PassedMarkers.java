package io.tidings.topology.match;

import io.tidings.contract.delivery.EventSource;
import io.tidings.contract.table.StartState;
import io.tidings.contract.table.SubscriptionEntry;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The markers of subscriptions that start in the past which matching has read (B-START). They are in the commits of
 * the group: the note of a commit has those before its offset, and the others are read again by whoever gets the
 * partition. Thread-safe.
 *
 * <pre>
 *   before its marker      the marker, at m      behind it
 *   a job delivers         nobody                matching delivers what is at an offset above m
 * </pre>
 *
 * <p>Only publishers who forge markers make more than fit into a note. Matching then delivers to each start without a note
 * what is behind the first marker that did not fit, also what its job delivers: twice is better than never.
 */
public final class PassedMarkers {
    private static final Logger log = LoggerFactory.getLogger(PassedMarkers.class);

    private static final char BEFORE_MARKER = '~';

    /** Of a partition. Each has at most 84 characters, and brokers refuse a commit with more than 4,096. */
    private static final int MOST = 32;

    /** The uid of no subscription. */
    private static final String ALL_OTHERS = "*";

    private static final Pattern UID = Pattern.compile("[^ ~@!|]{1,64}");

    private static final Pattern NOTED = Pattern.compile(BEFORE_MARKER + "(" + UID + ")@(\\d{1,18})");

    /** The partition may move to a process that has not read the end of a start yet. */
    private static final Duration KEPT_AFTER_END = Duration.ofMinutes(10);

    /** The first marker of each subscription by its uid, of each partition. */
    private final Map<TopicPartition, Map<String, Long>> passed = new ConcurrentHashMap<>();

    /** When starts with a marker were first seen to have ended, by uid. */
    private final Map<String, Long> ended = new ConcurrentHashMap<>();

    private final LongSupplier nanos;

    public PassedMarkers() {
        this(System::nanoTime);
    }

    PassedMarkers(LongSupplier nanos) {
        this.nanos = nanos;
    }

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
                .forEach(marker -> note(read, marker.group(1), Math.min(Long.parseLong(marker.group(2)), start - 1)));
        passed.put(partition, read);
    }

    /** Called when the log of a partition became shorter, or was deleted in part, while it is read. */
    public void movedTo(TopicPartition partition, long start) {
        of(partition).replaceAll((_, marker) -> Math.min(marker, start - 1));
    }

    /**
     * Called for each marker. Another one of the same subscription may follow, because the owner died or did not know.
     *
     * @param open the uids of the starts that are open: the marker of any other one is not needed for long
     */
    public void passed(EventSource marker, String uid, Set<String> open) {
        var partition = new TopicPartition(marker.kafkaTopic(), marker.partition());
        var ofPartition = of(partition);
        boolean othersNeeded = !ofPartition.keySet().containsAll(open);
        boolean full = ofPartition.size() >= MOST;
        forgetEnds(open);
        ofPartition
                .keySet()
                .removeIf(each ->
                        each.equals(ALL_OTHERS) ? !othersNeeded : !open.contains(each) && (endedLongAgo(each) || full));
        if (!open.contains(uid)) {
            return;
        }
        boolean fitted = !ofPartition.containsKey(ALL_OTHERS);
        // What is behind that of all others was delivered, and must be when it is read again.
        note(ofPartition, uid, Math.min(marker.offset(), ofPartition.getOrDefault(ALL_OTHERS, Long.MAX_VALUE)));
        if (fitted && ofPartition.containsKey(ALL_OTHERS)) {
            log.warn(
                    "{} has the markers of more starts than a commit can note: starts may get events twice until all"
                            + " have ended",
                    partition);
        }
    }

    private void forgetEnds(Set<String> open) {
        ended.keySet().removeAll(open);
        ended.values().removeIf(since -> nanos.getAsLong() - since > 2 * KEPT_AFTER_END.toNanos());
    }

    private boolean endedLongAgo(String uid) {
        long now = nanos.getAsLong();
        return now - ended.computeIfAbsent(uid, _ -> now) > KEPT_AFTER_END.toNanos();
    }

    private static void note(Map<String, Long> ofPartition, String uid, long marker) {
        int room = MOST + (ofPartition.containsKey(ALL_OTHERS) ? 1 : 0);
        boolean fits = ofPartition.containsKey(uid)
                || (ofPartition.size() < room && UID.matcher(uid).matches());
        ofPartition.merge(fits ? uid : ALL_OTHERS, marker, Math::min);
    }

    /** Returns whether matching delivers the event to the subscription, if it matches. */
    public boolean delivers(SubscriptionEntry entry, EventSource event) {
        if (entry.provisioning().start() != StartState.OPEN) {
            return true;
        }
        var ofPartition = of(new TopicPartition(event.kafkaTopic(), event.partition()));
        var own = ofPartition.get(entry.uid());
        var marker = own == null ? ofPartition.get(ALL_OTHERS) : own;
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
