package io.tidings.worker.schedule;

import io.tidings.contract.lane.OrderedKey;
import io.tidings.worker.schedule.KeyQueues.Wanted;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Which deliveries of the log are loaded next: of all subscriptions alike, as far as memory and the limits of each go.
 *
 * @param <D> a delivery
 */
final class KeyLoads<D> {
    /** Deliveries of one key that are loaded together; fewer if many keys want some. */
    static final int AT_ONCE = 32;

    private final Map<OrderedKey, KeyQueue<D>> queues;
    private final HeldBytes<D> memory;
    /**
     * The keys with deliveries in the log that may be loaded, by subscription: keys of one that its limit or its memory
     * holds back cost the others nothing.
     */
    private final Map<String, Set<OrderedKey>> wanting = new LinkedHashMap<>();
    /** The subscriptions with deliveries in the log that a limit has kept from being loaded. */
    private final Set<String> heldBack = new HashSet<>();

    /** @param queues of all keys, which change while they are used here */
    KeyLoads(Map<OrderedKey, KeyQueue<D>> queues, HeldBytes<D> memory) {
        this.queues = queues;
        this.memory = memory;
    }

    boolean anyWanted() {
        return !wanting.isEmpty();
    }

    /** Returns whether a limit has kept deliveries of a subscription from being loaded. */
    boolean heldBack(String uid) {
        return heldBack.contains(uid);
    }

    /**
     * Returns deliveries to load; as {@link KeyQueues#takeWanted} says.
     *
     * @param most of them
     * @param room for deliveries of a key's subscription, as far as its limits go
     */
    List<Wanted> take(int most, ToIntFunction<OrderedKey> room) {
        heldBack.clear();
        var rooms = new LinkedHashMap<String, Integer>();
        for (var uid : List.copyOf(wanting.keySet())) {
            var first = firstWanting(uid);
            int admitted = first == null ? 0 : room.applyAsInt(first);
            if (admitted > 0) {
                rooms.put(uid, admitted);
            } else if (first != null) {
                heldBack.add(uid);
            }
        }
        var wanted = new ArrayList<Wanted>();
        rooms.forEach((uid, admitted) -> {
            int share = Math.min(Math.max(1, most / rooms.size()), most - wanted.size());
            if (share > 0) {
                takeWanted(uid, share, admitted, wanted);
            }
        });
        return wanted;
    }

    /** Returns the first key of a subscription that may load; null if there is none. */
    private @Nullable OrderedKey firstWanting(String uid) {
        var keys = wanting.getOrDefault(uid, Set.of()).iterator();
        while (keys.hasNext()) {
            var key = keys.next();
            if (mayLoad(queues.get(key))) {
                return key;
            }
            keys.remove();
        }
        wanting.remove(uid);
        return null;
    }

    private static boolean mayLoad(@Nullable KeyQueue<?> queue) {
        return queue != null && !queue.loading && !queue.blocked() && !queue.log.isEmpty();
    }

    private void takeWanted(String uid, int most, int room, List<Wanted> wanted) {
        var keys = wanting.remove(uid); // goes behind the others
        if (keys == null) {
            return;
        }
        int end = wanted.size() + most;
        int left = room;
        int ofKey = Math.clamp(most / keys.size(), 1, AT_ONCE);
        for (var each = keys.iterator(); each.hasNext() && wanted.size() < end && left > 0; ) {
            var key = each.next();
            var queue = queues.get(key);
            int before = wanted.size();
            boolean inMemory = memory.hasRoom(key);
            if (queue == null || !mayLoad(queue)) {
                each.remove();
            } else if (KeyQueues.unordered(key)) {
                each.remove();
                queue.loading = wantUnordered(key, queue, Math.min(left, end - before), wanted);
                left -= wanted.size() - before;
            } else if (inMemory || (memory.holdsNoneOf(key) && queue.turn == null)) {
                each.remove();
                queue.loading = want(key, queue, inMemory ? Math.min(ofKey, end - before) : 1, wanted);
                left--; // the others are loaded behind it
            }
        }
        if (!keys.isEmpty()) {
            wanting.put(uid, keys);
            if (left <= 0) {
                heldBack.add(uid);
            }
        }
    }

    void wants(OrderedKey key) {
        wanting.computeIfAbsent(key.uid(), _ -> new LinkedHashSet<>()).add(key);
    }

    private boolean want(OrderedKey key, KeyQueue<D> queue, int most, List<Wanted> wanted) {
        int before = wanted.size();
        for (int index = 0; index < queue.log.size() && index <= most; index++) {
            long sequence = queue.log.sequence(index);
            if (!queue.isTurn(sequence) && !queue.loaded.containsKey(sequence) && wanted.size() - before < most) {
                wanted.add(new Wanted(key, sequence, queue.log.offset(index)));
            }
        }
        return wanted.size() > before;
    }

    private static boolean wantUnordered(OrderedKey key, KeyQueue<?> queue, int most, List<Wanted> wanted) {
        int before = wanted.size();
        for (int index = 0; index < queue.log.size() && wanted.size() - before < most; index++) {
            if (!queue.out.containsKey(queue.log.offset(index))) {
                wanted.add(new Wanted(key, queue.log.sequence(index), queue.log.offset(index)));
            }
        }
        return wanted.size() > before;
    }
}
