package io.tidings.timeline.state;

import io.tidings.contract.RetryLadder;
import io.tidings.contract.RetryTier;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.timeline.AttemptLine;
import io.tidings.contract.timeline.TimelineEntry;
import io.tidings.contract.timeline.TimelineEntry.Attempt;
import io.tidings.contract.timeline.TimelineEntry.DeadLetter;
import io.tidings.contract.timeline.TimelineEntry.Export;
import io.tidings.contract.timeline.TimelineEntry.OfDelivery;
import io.tidings.contract.timeline.TimelineEntry.Rejection;
import io.tidings.contract.timeline.TimelineEntryText;
import io.tidings.contract.timeline.TimelineQuery.Selection;
import io.tidings.contract.timeline.TimelineResult;
import io.tidings.contract.timeline.TimelineResult.Row;
import io.tidings.contract.timeline.TimelineResult.Waiting;
import io.tidings.timeline.state.EntryKeys.Index;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Predicate;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * The state of one partition, as queries read it.
 *
 * @param oldest nothing before it is shown
 * @param late whether a page has to end
 */
public record PartitionState(
        ReadOnlyKeyValueStore<Bytes, byte[]> entries,
        ReadOnlyKeyValueStore<Bytes, byte[]> waiting,
        Instant oldest,
        BooleanSupplier late) {
    /** After so many rows of an index and entries of events a page ends. */
    public static final int MOST_READ = 50_000;

    /** The most waiting deliveries that one query of all subscriptions counts. */
    public static final int MOST_COUNTED = 5000;

    /** The most entries of one event that are shown: more than an event has unless its id is used again and again. */
    private static final int MOST_OF_EVENT = 2000;

    private static final Instant NEWEST = Instant.ofEpochMilli(Long.MAX_VALUE);

    /** The name of the tier of waits that are shorter than any tier. */
    private static final String IN_MEMORY = "memory";

    /** @param cutAt the position behind which it has no bytes, reads or time left for more rows; null if there is none */
    public record Page(List<Row> rows, @Nullable String cutAt) {
        public Page {
            rows = List.copyOf(rows);
        }
    }

    /**
     * @param tiers the deliveries that wait, by the tier that their wait began in, or by their subscription
     * @param complete whether all of them were counted
     */
    public record Counted(Map<String, Waiting> tiers, boolean complete) {
        public Counted {
            tiers = Map.copyOf(tiers);
        }
    }

    /** The rows of a page until it has no bytes left. */
    private static final class PageRows {
        private final List<Row> rows = new ArrayList<>();
        private long bytes;
        private int read;
        private boolean full;

        void add(Row row) {
            bytes += row.bytes();
            full = bytes > TimelineResult.MOST_BYTES && !rows.isEmpty();
            if (!full) {
                rows.add(row);
            }
        }
    }

    public Page ofEvent(String topic, String eventId) {
        var page = new PageRows();
        forEach(EntryKeys.event(topic, eventId), page, entry -> {
            page.add(new Row("", entry, List.of()));
            return !page.full;
        });
        return new Page(page.rows, page.full ? page.rows.getLast().position() : null);
    }

    /** Reads what is known of an event, one by one, because all of it may be large. */
    private void forEach(byte[] event, PageRows page, Predicate<TimelineEntry> wantsMore) {
        int found = 0;
        boolean more = true;
        try (var all =
                entries.prefixScan(EntryKeys.entries(event), Serdes.Bytes().serializer())) {
            while (more && all.hasNext() && found < MOST_OF_EVENT) {
                var entry = read(all.next().value);
                page.read++;
                if (!entry.time().isBefore(oldest)) {
                    found++;
                    more = wantsMore.test(entry);
                }
            }
        }
    }

    /** @param uid of the subscription; null for all that have had its name */
    public Page attempts(SubscriptionKey subscription, @Nullable String uid, Selection selection) {
        return page(Index.ATTEMPTS, subscription.toString(), uid, selection);
    }

    public Page deadLetters(SubscriptionKey subscription, @Nullable String uid, Selection selection) {
        return page(Index.DEAD_LETTERS, subscription.toString(), uid, selection);
    }

    public Page rejections(String topic, Selection selection) {
        return page(Index.REJECTIONS, topic, null, selection);
    }

    /** @param owner a subscription or a topic */
    private Page page(Index index, String owner, @Nullable String uid, Selection selection) {
        var page = new PageRows();
        String cutAt = null;
        try (var all = entries.range(first(index, owner, selection), last(index, owner, selection))) {
            while (all.hasNext() && cutAt == null && page.rows.size() < selection.top()) {
                var next = all.next();
                var position = EntryKeys.position(next.key);
                if (position.equals(selection.after())) {
                    continue;
                }
                page.read += 2;
                var entry = entries.get(EntryKeys.entry(next.key, next.value));
                if (entry != null) {
                    row(position, read(entry), uid, next.value, selection, page).ifPresent(page::add);
                }
                if (page.full) {
                    cutAt = page.rows.getLast().position();
                } else if (all.hasNext() && (page.read >= MOST_READ || late.getAsBoolean())) {
                    cutAt = position;
                }
            }
        }
        return new Page(page.rows, cutAt);
    }

    /** Earlier releases did not log the uid. */
    private static boolean isOf(@Nullable String uid, TimelineEntry entry) {
        return uid == null
                || !(entry instanceof OfDelivery of)
                || of.delivery().subscriptionUid() == null
                || uid.equals(of.delivery().subscriptionUid());
    }

    private static Bytes first(Index index, String owner, Selection selection) {
        if (selection.after() != null) {
            return EntryKeys.rowAt(index, owner, selection.after());
        }
        return EntryKeys.firstRow(
                index, owner, selection.to() == null ? NEWEST : selection.to().minusMillis(1));
    }

    private Bytes last(Index index, String owner, Selection selection) {
        var from = selection.from();
        return EntryKeys.lastRow(index, owner, from == null || from.isBefore(oldest) ? oldest : from);
    }

    private Optional<Row> row(
            String position,
            TimelineEntry entry,
            @Nullable String uid,
            byte[] event,
            Selection selection,
            PageRows page) {
        boolean wanted = isOf(uid, entry)
                && (selection.eventId() == null || selection.eventId().equals(entry.eventId()));
        return switch (entry) {
            case Attempt attempt
            when wanted && passes(attempt, selection) -> Optional.of(new Row(position, attempt, List.of()));
            case DeadLetter letter
            when wanted && passes(letter.ending().reason(), selection) ->
                Optional.of(new Row(position, letter, related(letter, event, page)));
            case Rejection rejection
            when wanted && passes(rejection.reason(), selection) ->
                Optional.of(new Row(position, rejection, List.of()));
            case Attempt _, DeadLetter _, Export _, Rejection _ -> Optional.empty();
        };
    }

    private static boolean passes(Attempt attempt, Selection selection) {
        var result = attempt.line().result();
        return passes(outcome(attempt), selection)
                || (result.outcome() != null && AttemptLine.ANY_FAILURE.equalsIgnoreCase(selection.word()))
                || (result.status() != null && result.status().toString().equals(selection.word()));
    }

    private static boolean passes(String word, Selection selection) {
        return selection.word() == null || selection.word().equalsIgnoreCase(word);
    }

    private static String outcome(Attempt attempt) {
        var outcome = attempt.line().result().outcome();
        return outcome == null ? AttemptLine.SUCCESS : outcome.wireName();
    }

    /** Returns what became of a dead letter: its exports, and the first entry of it since it was brought back. */
    private List<TimelineEntry> related(DeadLetter letter, byte[] event, PageRows page) {
        var exports = new ArrayList<TimelineEntry>();
        var broughtBack = new ArrayList<OfDelivery>(1);
        forEach(event, page, entry -> {
            if (entry instanceof OfDelivery of && isOf(letter, of)) {
                if (of instanceof Export && sameTime(of, letter)) {
                    exports.add(of);
                } else if (of instanceof Attempt
                        && of.delivery().redriven() > letter.delivery().redriven()) {
                    broughtBack.add(of);
                    broughtBack.sort(Comparator.comparing(OfDelivery::time));
                    broughtBack.subList(1, broughtBack.size()).clear();
                }
            }
            return true;
        });
        exports.addAll(broughtBack);
        return exports;
    }

    private static boolean isOf(DeadLetter letter, OfDelivery entry) {
        return entry.subscription().equals(letter.subscription())
                && entry.source().equals(letter.source());
    }

    private static boolean sameTime(OfDelivery entry, DeadLetter letter) {
        return entry.delivery().redriven() == letter.delivery().redriven()
                && Objects.equals(
                        entry.delivery().published(), letter.delivery().published());
    }

    /** Counts the deliveries that wait, by the tier that their wait began in. */
    public Map<String, Waiting> waiting(SubscriptionKey subscription, @Nullable String uid, RetryLadder ladder) {
        try (var all = waiting.prefixScan(
                EntryKeys.waiting(subscription), Serdes.Bytes().serializer())) {
            return count(all, uid, Integer.MAX_VALUE, each -> tier(each, ladder))
                    .tiers();
        }
    }

    /** Counts the deliveries of all subscriptions that wait. */
    public Counted waiting(RetryLadder ladder) {
        try (var all = waiting.all()) {
            return count(all, null, MOST_COUNTED, each -> tier(each, ladder));
        }
    }

    /** Counts them by the uid of their subscription. */
    public Counted waitingBySubscription() {
        try (var all = waiting.all()) {
            return count(all, null, MOST_COUNTED, PendingDelivery::uid);
        }
    }

    private static String tier(PendingDelivery delivery, RetryLadder ladder) {
        return ladder.firstHop(delivery.length()).map(RetryTier::label).orElse(IN_MEMORY);
    }

    private Counted count(
            Iterator<KeyValue<Bytes, byte[]>> all,
            @Nullable String uid,
            int most,
            Function<PendingDelivery, String> group) {
        var tiers = new TreeMap<String, Waiting>();
        int read = 0;
        while (all.hasNext() && read < most) {
            read++;
            var each = PendingDelivery.of(all.next().value);
            if (!each.ended().isBefore(oldest) && each.isOf(uid)) {
                tiers.merge(group.apply(each), new Waiting(1, each.published(), each.due()), Waiting::plus);
            }
        }
        return new Counted(tiers, !all.hasNext());
    }

    private static TimelineEntry read(byte[] text) {
        try {
            return TimelineEntryText.read(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
