package io.tidings.worker.order;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Which delivery of each order key may be attempted, and where the others wait (B-LANE-2). Knows the deliveries of one
 * partition number; sequences grow in the order in which they are to be sent. Pure.
 *
 * <pre>
 *   read ──> turn ── attempt ──> ended: the next one has its turn
 *     │       ^           └────> parked: all held ones are parked behind it
 *     ├─ held ┘ while one before it is in memory
 *     └─ parked behind, if the key is blocked or too many are held
 * </pre>
 *
 * <p>At most one delivery of a key has its turn. A key of which a delivery is parked is blocked: its state is written
 * in the transaction that parks it, so that another owner goes on with it.
 *
 * @param <K> an order key
 * @param <D> a delivery
 */
public final class KeyChains<K, D> {
    private final Map<K, KeyChain<D>> chains = new HashMap<>();
    private final Set<K> changed = new LinkedHashSet<>();
    private final Bounds bounds;
    private List<D> next = new ArrayList<>();
    private List<Behind<D>> toPark = new ArrayList<>();
    private int blocked;
    private final ToLongFunction<D> bytes;
    private int held;
    private long heldBytes;

    /**
     * @param held deliveries of all keys together
     * @param heldBytes of all keys together, above which no more are held
     * @param heldOfKey deliveries of one key
     * @param blockedKeys above which no new deliveries should be read
     */
    public record Bounds(int held, long heldBytes, int heldOfKey, int blockedKeys) {}

    /** The next step of a delivery that was read. */
    public enum Step {
        /** It may be attempted. */
        TURN,
        /** It is kept until those before it have ended. */
        HELD,
        /** It is to be parked with {@link #place}. */
        PARK,
        /** It has ended before. */
        ENDED
    }

    /**
     * The place of a delivery among those of its key.
     *
     * @param after the sequence that ends before it is attempted
     */
    public record Place(long sequence, long after) {}

    /** A delivery to park. */
    public record Behind<D>(D delivery, Place place) {}

    /** @param bytes that a delivery takes in memory */
    public KeyChains(Map<K, BlockedKey> inherited, Bounds bounds, ToLongFunction<D> bytes) {
        this.bounds = bounds;
        this.bytes = bytes;
        inherited.forEach((key, state) -> state(key, chain(key), state));
        changed.clear();
    }

    /** A new delivery, or one that was read again before it was ever parked. */
    public Step read(K key, long sequence, D delivery) {
        var chain = chain(key);
        if (chain.isTurn(sequence)) {
            return Step.TURN;
        }
        var state = chain.state;
        if (state != null) {
            if (sequence <= state.ended()) {
                return Step.ENDED;
            }
            if (sequence > state.tail()) {
                return Step.PARK;
            }
            chain.turn = sequence; // the only one that is not parked was the first when the key was blocked
            return Step.TURN;
        }
        if (chain.turn == null) {
            chain.turn = sequence;
            return Step.TURN;
        }
        if (roomToHold(chain)) {
            hold(chain, delivery, new Place(sequence, chain.last(sequence)));
            return Step.HELD;
        }
        block(key, chain, chain.turn);
        return Step.PARK;
    }

    /** A delivery that was parked before. */
    public Step readAgain(K key, Place place, D delivery) {
        var chain = chain(key);
        if (chain.isTurn(place.sequence())) {
            return Step.TURN;
        }
        var state = chain.state;
        if (state != null && place.sequence() <= state.ended()) {
            return Step.ENDED;
        }
        if (chain.turn == null && (state == null || state.lets(place.after()))) {
            chain.turn = place.sequence();
            return Step.TURN;
        }
        if (chain.turn != null && roomToHold(chain)) {
            hold(chain, delivery, place);
            return Step.HELD;
        }
        return Step.PARK;
    }

    /** Gives a delivery its turn although one before it is missing, because that one must have expired long ago. */
    public Step readAfterLoss(K key, Place place, D delivery) {
        var chain = chain(key);
        if (chain.turn == null && chain.state != null && place.after() < chain.state.tail()) {
            state(key, chain, chain.state.ended(place.after()));
        }
        return readAgain(key, place, delivery);
    }

    private boolean roomToHold(KeyChain<D> chain) {
        return held < bounds.held() && heldBytes < bounds.heldBytes() && chain.held.size() < bounds.heldOfKey();
    }

    private void hold(KeyChain<D> chain, D delivery, Place place) {
        if (chain.held.put(place.sequence(), new KeyChain.Held<>(delivery, place)) == null) {
            held++;
            heldBytes += bytes.applyAsLong(delivery);
        }
    }

    /** Returns the place of a delivery that is parked for the first time. */
    public Place place(K key, long sequence) {
        var chain = chain(key);
        var state = chain.state;
        if (state != null && sequence > state.tail()) {
            return new Place(sequence, state.tail());
        }
        return new Place(sequence, sequence - 1);
    }

    /**
     * A delivery is in the outbox for the ladder: the one whose turn it was, or one behind it.
     *
     * @param until it waits
     */
    public void parked(K key, Place place, Instant until) {
        var chain = chain(key);
        long sequence = place.sequence();
        boolean wasTurn = chain.isTurn(sequence);
        if (wasTurn) {
            chain.turn = null;
            chain.until = until;
        }
        if (chain.state == null) {
            state(key, chain, new BlockedKey(sequence - 1, sequence));
        } else {
            state(key, chain, chain.state.parked(sequence));
        }
        if (wasTurn) {
            parkHeld(key, chain);
        }
    }

    /** Returns until when the delivery waits that is next; null if that is unknown, or one has its turn. */
    public @Nullable Instant until(K key) {
        var chain = chains.get(key);
        return chain == null || chain.turn != null ? null : chain.until;
    }

    /** A delivery has ended: delivered, or given up. */
    public void ended(K key, long sequence) {
        var chain = chains.get(key);
        if (chain == null || !chain.isTurn(sequence)) {
            return;
        }
        chain.turn = null;
        chain.until = null;
        var state = chain.state;
        if (state != null) {
            state(key, chain, state.drainedBy(sequence) ? null : state.ended(sequence));
        }
        var first = chain.held.firstEntry();
        if (first == null) {
            forgetIfDone(key, chain);
        } else if (chain.state == null
                || chain.state.lets(first.getValue().place().after())) {
            chain.held.remove(first.getKey());
            held--;
            heldBytes -= bytes.applyAsLong(first.getValue().delivery());
            chain.turn = first.getKey();
            next.add(first.getValue().delivery());
        } else {
            parkHeld(key, chain); // one before them is still in the ladder
        }
    }

    /** Blocks a key whose first delivery is being attempted. */
    private void block(K key, KeyChain<D> chain, long first) {
        state(key, chain, new BlockedKey(first - 1, first));
        parkHeld(key, chain);
    }

    private void parkHeld(K key, KeyChain<D> chain) {
        for (var each : chain.held.values()) {
            if (chain.state != null) {
                state(key, chain, chain.state.parked(each.place().sequence()));
            }
            toPark.add(new Behind<>(each.delivery(), each.place()));
            heldBytes -= bytes.applyAsLong(each.delivery());
        }
        held -= chain.held.size();
        chain.held.clear();
    }

    /** Takes the deliveries whose turn it is since the last call. */
    public List<D> takeNext() {
        var taken = next;
        next = taken.isEmpty() ? taken : new ArrayList<>();
        return taken;
    }

    /** Takes the deliveries that were held and are to be parked. */
    public List<Behind<D>> takeToPark() {
        var taken = toPark;
        toPark = taken.isEmpty() ? taken : new ArrayList<>();
        return taken;
    }

    /** Takes the states to write; empty for a key that is no longer blocked. */
    public Map<K, Optional<BlockedKey>> takeChanges() {
        if (changed.isEmpty()) {
            return Map.of();
        }
        var taken = new HashMap<K, Optional<BlockedKey>>();
        for (var key : changed) {
            var chain = chains.get(key);
            taken.put(key, Optional.ofNullable(chain == null ? null : chain.state));
        }
        changed.clear();
        return taken;
    }

    public boolean changed() {
        return !changed.isEmpty();
    }

    /** Returns whether more keys are blocked than there should be. */
    public boolean full() {
        return blocked >= bounds.blockedKeys();
    }

    public int blocked() {
        return blocked;
    }

    private KeyChain<D> chain(K key) {
        return chains.computeIfAbsent(key, _ -> new KeyChain<>());
    }

    private void state(K key, KeyChain<D> chain, @Nullable BlockedKey state) {
        if (!Objects.equals(state, chain.state)) {
            blocked += (state == null ? 0 : 1) - (chain.state == null ? 0 : 1);
            chain.state = state;
            changed.add(key);
        }
    }

    private void forgetIfDone(K key, KeyChain<D> chain) {
        if (chain.forgettable()) {
            chains.remove(key);
        }
    }
}
