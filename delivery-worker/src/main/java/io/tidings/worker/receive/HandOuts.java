package io.tidings.worker.receive;

import io.tidings.contract.Durations;
import io.tidings.contract.lane.HandOut;
import io.tidings.contract.lane.HandOut.Lock;
import io.tidings.contract.lane.LockToken;
import io.tidings.contract.lane.OrderedKey;
import io.tidings.contract.subscription.QueueDestination;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * What receivers have of the deliveries of one partition number, and had before (B-PULL). It decides; the order of
 * deliveries is not its matter. Pure: no clock, no Kafka.
 *
 * <pre>
 *            hand out               acknowledge, reject
 *   free ──────────────> locked ──────────────────────────> ending ──> left
 *    ^                   │  │ ^ renew
 *    │   its end, return │  │ release with a delay
 *    └───────────────────┘  └──────> resting ── its end ──> free
 * </pre>
 *
 * <p>Each decision but an end of a lock is a {@link HandOut} to write, or the end of the delivery. Whoever asked for it is
 * told once the transaction with it is committed; so nothing that a receiver knows is lost with a worker.
 */
public final class HandOuts {
    private final int number;
    private final Map<Place, Entry> entries = new HashMap<>();
    private final Map<Long, Entry> locked = new HashMap<>();
    private final TreeSet<Entry> ends =
            new TreeSet<>(Comparator.comparing((Entry entry) -> entry.until).thenComparingLong(entry -> entry.id));
    /** What the next transaction has to tell, in the order in which it was decided. */
    private final Set<Place> untold = new LinkedHashSet<>();

    private long nextId;

    /** A delivery that waits: its sequence is its place among those of its key. */
    public record Place(OrderedKey key, long sequence) {}

    /** The rules of a queue, as they are when they are applied. */
    public record Terms(Duration lock, int most) {
        public static Terms of(QueueDestination queue) {
            return new Terms(queue.lock(), queue.maxDeliveryCount());
        }
    }

    /** A delivery that a receiver gets. */
    public record Handed(LockToken token, int count) {}

    /** The reason why a token does nothing. */
    public enum Failure {
        /** Its lock has ended, or it never was one. */
        LOST,
        /** The lock has lasted as long as any may. */
        RENEWED_TOO_LONG,
        /** The worker cannot read what follows from the end of the event. Its lock lasts. */
        UNAVAILABLE
    }

    /** The answer to a token. */
    public sealed interface Answer {
        record Done(Place place) implements Answer {}

        record Failed(Failure why) implements Answer {}
    }

    private static final Answer LOST = new Answer.Failed(Failure.LOST);

    private enum State {
        FREE,
        LOCKED,
        RESTING,
        ENDING
    }

    private static final class Entry {
        private final Place place;
        private final long id;
        private int count;
        private Instant until = Instant.EPOCH;
        private @Nullable Lock lock;
        private State state = State.FREE;

        private Entry(Place place, long id) {
            this.place = place;
            this.id = id;
        }

        private HandOut told() {
            return new HandOut(place.key(), place.sequence(), count, until, lock);
        }
    }

    /** @param number of the partition */
    public HandOuts(int number) {
        this.number = number;
    }

    /** Takes over what a former owner has written; the last of a delivery holds. */
    public void restore(HandOut handOut) {
        var place = new Place(handOut.key(), handOut.sequence());
        var entry = entry(place);
        free(entry);
        entry.count = handOut.count();
        entry.until = handOut.until();
        if (handOut.lock() != null) {
            lock(entry, handOut.lock());
        } else {
            rest(entry);
        }
    }

    /** Forgets all that was restored, because a snapshot follows. */
    public void restoreFromHere() {
        entries.clear();
        locked.clear();
        ends.clear();
    }

    /**
     * Begins after all was restored.
     *
     * @param waits whether a delivery still waits
     * @return the deliveries that nobody else may have now
     */
    public List<Place> begin(Predicate<Place> waits, Instant now) {
        List.copyOf(entries.keySet()).stream().filter(waits.negate()).forEach(this::left);
        var _ = takeOver(now);
        return ends.stream().map(entry -> entry.place).toList();
    }

    /** Returns how often a delivery was received. */
    public int count(Place place) {
        var entry = entries.get(place);
        return entry == null ? 0 : entry.count;
    }

    /**
     * Returns deliveries that nobody has and that are to be given up.
     *
     * @param most how often those of a key may be received
     * @param limit of them
     */
    public List<Place> exhausted(ToIntFunction<OrderedKey> most, int limit) {
        return entries.values().stream()
                .filter(entry -> entry.state == State.FREE
                        && entry.count > 0
                        && entry.count >= most.applyAsInt(entry.place.key()))
                .limit(limit)
                .map(entry -> entry.place)
                .toList();
    }

    /** Returns whether a delivery was received as often as it may be, and is to be given up. */
    public boolean exhausted(Place place, Terms terms) {
        var entry = entries.get(place);
        return entry != null && entry.state == State.FREE && entry.count >= terms.most();
    }

    /**
     * Hands out a delivery; empty if somebody has it.
     *
     * @param nonce fresh, and not to be guessed
     */
    public Optional<Handed> handOut(Place place, Terms terms, UUID nonce, Instant now) {
        var entry = entry(place);
        if (entry.state != State.FREE || locked.containsKey(nonce.getMostSignificantBits())) {
            return Optional.empty();
        }
        entry.count++;
        entry.until = now.plus(terms.lock());
        lock(entry, new Lock(nonce, now));
        untold.add(place);
        return Optional.of(new Handed(new LockToken(number, nonce), entry.count));
    }

    /** Lets a receiver keep a delivery for another full time, as long as the rules allow. */
    public Answer renew(LockToken token, String uid, Terms terms, Instant now) {
        var entry = valid(token, uid, now);
        if (entry == null || entry.lock == null) {
            return LOST;
        }
        var last = entry.lock.first().plus(QueueDestination.LONGEST_RENEWED);
        if (!now.isBefore(last)) {
            return new Answer.Failed(Failure.RENEWED_TOO_LONG);
        }
        var until = now.plus(Durations.min(terms.lock(), Duration.between(now, last)));
        if (until.isAfter(entry.until)) {
            var lock = entry.lock;
            free(entry);
            entry.until = until;
            lock(entry, lock);
            untold.add(entry.place);
        }
        return new Answer.Done(entry.place);
    }

    /** Takes a delivery back, to be received again after a delay. {@link #takeOver} returns it then. */
    public Answer release(LockToken token, String uid, Duration delay, Instant now) {
        var entry = valid(token, uid, now);
        if (entry == null) {
            return LOST;
        }
        free(entry);
        entry.until = now.plus(delay);
        rest(entry);
        untold.add(entry.place);
        return new Answer.Done(entry.place);
    }

    /** Takes back a delivery that its receiver has not got: that counts for nothing. */
    public Answer takeBack(LockToken token, String uid, Instant now) {
        var answer = release(token, uid, Duration.ZERO, now);
        if (answer instanceof Answer.Done(var place)) {
            entry(place).count--;
        }
        return answer;
    }

    /** Ends a delivery that was acknowledged or rejected: nobody gets it any more. {@link #left} must follow. */
    public Answer end(LockToken token, String uid, Instant now) {
        var entry = valid(token, uid, now);
        if (entry == null) {
            return LOST;
        }
        end(entry.place);
        return new Answer.Done(entry.place);
    }

    /** Ends a delivery that is given up. {@link #left} must follow. */
    public void end(Place place) {
        var entry = entry(place);
        var lock = entry.lock;
        free(entry);
        entry.lock = lock; // a snapshot that is written before the end must tell it
        entry.state = State.ENDING;
    }

    /**
     * A delivery that was to end goes on. Returns whether its receiver keeps it: the index tells the lock, so a new owner
     * would keep to it, too.
     */
    public boolean goesOn(Place place) {
        var entry = entries.get(place);
        if (entry == null || entry.state != State.ENDING) {
            return false;
        }
        var lock = entry.lock;
        free(entry);
        if (lock != null) {
            lock(entry, lock);
        }
        return lock != null;
    }

    /** A delivery waits no longer. */
    public void left(Place place) {
        if (entries.isEmpty()) {
            return;
        }
        var entry = entries.remove(place);
        if (entry != null) {
            free(entry);
        }
        untold.remove(place);
    }

    /** Takes the deliveries whose lock or wait is over: they may be handed out again. Nothing is written for that. */
    public List<Place> takeOver(Instant now) {
        var over = new ArrayList<Place>();
        while (!ends.isEmpty() && !ends.first().until.isAfter(now)) {
            var entry = ends.first();
            free(entry);
            over.add(entry.place);
        }
        return over;
    }

    /** Returns when the next lock or wait is over. */
    public Optional<Instant> nextEnd() {
        return ends.isEmpty() ? Optional.empty() : Optional.of(ends.first().until);
    }

    /** Takes what the next transaction has to tell. */
    public List<HandOut> takeUntold() {
        var told = untold.stream().map(this::entry).map(Entry::told).toList();
        untold.clear();
        return told;
    }

    /** Takes back what an aborted transaction would have told; what is decided since holds. */
    public void giveBack(List<HandOut> aborted) {
        for (var each : aborted) {
            var place = new Place(each.key(), each.sequence());
            var entry = entries.get(place);
            if (entry != null) {
                untold.add(place);
            }
        }
    }

    public boolean hasUntold() {
        return !untold.isEmpty();
    }

    /** Returns the state of all deliveries that were ever handed out, for a snapshot. */
    public List<HandOut> snapshot() {
        return entries.values().stream().map(Entry::told).toList();
    }

    /** Returns how many deliveries receivers have. */
    public int locked() {
        return locked.size();
    }

    private Entry entry(Place place) {
        return entries.computeIfAbsent(place, _ -> new Entry(place, nextId++));
    }

    private @Nullable Entry valid(LockToken token, String uid, Instant now) {
        var entry = locked.get(token.nonce().getMostSignificantBits());
        if (entry == null || entry.lock == null || token.number() != number) {
            return null;
        }
        // The half that is compared takes the same time whatever it is.
        long wrong =
                entry.lock.nonce().getLeastSignificantBits() ^ token.nonce().getLeastSignificantBits();
        boolean same = wrong == 0 && entry.place.key().uid().equals(uid);
        return same && now.isBefore(entry.until) ? entry : null;
    }

    private void lock(Entry entry, Lock lock) {
        entry.lock = lock;
        entry.state = State.LOCKED;
        locked.put(lock.nonce().getMostSignificantBits(), entry);
        ends.add(entry);
    }

    private void rest(Entry entry) {
        entry.state = State.RESTING;
        ends.add(entry);
    }

    private void free(Entry entry) {
        ends.remove(entry);
        if (entry.lock != null) {
            locked.remove(entry.lock.nonce().getMostSignificantBits(), entry);
        }
        entry.lock = null;
        entry.state = State.FREE;
    }
}
