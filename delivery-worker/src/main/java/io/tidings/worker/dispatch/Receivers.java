package io.tidings.worker.dispatch;

import io.tidings.contract.ClockReading;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.lane.Lane;
import io.tidings.contract.subscription.QueueDestination;
import io.tidings.worker.dispatch.Receive.Received;
import io.tidings.worker.partition.AssignedPartition;
import io.tidings.worker.partition.OrderedDeliveries;
import io.tidings.worker.partition.PolledDelivery;
import io.tidings.worker.receive.HandOuts.Terms;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * The receivers that wait for events of queues, each queue's in a line (B-PULL-3). What they get is written down before
 * they are told. Confined to the poll thread.
 *
 * <pre>
 *   receive ──> line ── offer: the first one takes what is loaded ──> promised ── committed ──> answer
 *                 └── time is over: answer without events
 * </pre>
 */
public final class Receivers {
    private static final int MOST_WAITING = 1_000;
    private static final int MOST_OF_QUEUE = 200;

    /** The most events of one partition number that receivers may have: each takes memory until it is settled. */
    private static final int MOST_LOCKED = 10_000;

    /** With so many bytes that wait for their commit, receivers are given no more until some are told. */
    static final long MOST_PROMISED_BYTES = 32L << 20;

    private static final int MOST_LOOKED_AT = 256;

    private final Supplier<UUID> nonces;
    private final HandedOut handedOut;
    private final Map<Lane, Deque<Receive>> lines = new LinkedHashMap<>();
    /** Queues of which this many deliveries are looked at for each lane, though nobody waits for them. */
    private final Map<SubscriptionKey, Integer> looks = new HashMap<>();

    /** The latest delivery of each queue that is appended to the log and not committed. */
    private final Map<Lane, Coming> coming = new HashMap<>();

    /** The partition numbers of which receivers have as many events as they may. */
    private final Set<Integer> full = new HashSet<>();

    private final List<Promise> promised = new ArrayList<>();
    private long promisedBytes;
    private int waiting;

    /** @param round of the results of the log whose commit makes it true */
    private record Promise(OrderedDeliveries order, long round, Receive receive) {
        private boolean committed() {
            return order.waiting().results().hasCommitted(round);
        }
    }

    /** @param round of the results of the partition whose commit makes a delivery wait in the log */
    private record Coming(AssignedPartition from, long round) {
        private boolean over() {
            return !from.owned() || from.results().hasCommitted(round);
        }
    }

    /** What becomes of a delivery that was loaded. */
    enum Offer {
        /** A receiver will be told. */
        TAKEN,
        /** No receiver waits, or none may have more. */
        NOT_WANTED,
        /** It was received as often as it may be. */
        EXHAUSTED
    }

    /** @param nonces fresh ones that nobody can guess */
    public Receivers(Supplier<UUID> nonces, HandedOut handedOut) {
        this.nonces = nonces;
        this.handedOut = handedOut;
    }

    /** Returns false if too many wait already. */
    public boolean add(Lane lane, Receive receive) {
        var line = lines.getOrDefault(lane, new ArrayDeque<>());
        if (waiting >= MOST_WAITING || line.size() >= MOST_OF_QUEUE) {
            return false;
        }
        line.add(receive);
        lines.put(lane, line);
        waiting++;
        return true;
    }

    /** Has the first delivery of a queue looked at although nobody waits, because it may have expired. */
    void look(SubscriptionKey queue) {
        looks.putIfAbsent(queue, 1);
    }

    /** The first delivery has ended: those behind it may have, too. */
    void lookOn(SubscriptionKey queue) {
        looks.computeIfPresent(queue, (_, some) -> Math.min(2 * some, MOST_LOOKED_AT));
    }

    /** The first delivery has not expired. */
    void looked(SubscriptionKey queue) {
        looks.remove(queue);
    }

    void forgetIf(Predicate<SubscriptionKey> gone) {
        looks.keySet().removeIf(gone);
    }

    /** A delivery of a queue will be in the log with the next commit. */
    void appended(PolledDelivery polled) {
        var from = polled.from();
        coming.put(polled.lane(), new Coming(from, from.results().latestRound()));
    }

    /** Returns how many deliveries of a queue to load. */
    int demand(Lane lane) {
        if (full.contains(lane.number()) || promisedBytes >= MOST_PROMISED_BYTES) {
            return 0;
        }
        var line = lines.get(lane);
        int wanted = line == null ? 0 : line.stream().mapToInt(Receive::room).sum();
        return wanted + looks.getOrDefault(lane.subscription(), 0);
    }

    Offer offer(PolledDelivery polled, QueueDestination queue, Instant now) {
        var order = polled.from().order();
        var place = order.place(polled);
        var terms = Terms.of(queue);
        if (place == null) {
            return Offer.NOT_WANTED;
        }
        if (order.handOuts().exhausted(place, terms)) {
            return Offer.EXHAUSTED;
        }
        if (order.handOuts().locked() >= MOST_LOCKED) {
            full.add(polled.lane().number());
            return Offer.NOT_WANTED;
        }
        if (promisedBytes >= MOST_PROMISED_BYTES) {
            return Offer.NOT_WANTED;
        }
        var line = lines.getOrDefault(polled.lane(), new ArrayDeque<>());
        endOthers(line, polled.delivery().uid());
        var receive = line.stream()
                .filter(each ->
                        each.room() > 0 && each.uid().equals(polled.delivery().uid()))
                .findFirst();
        if (receive.isEmpty()) {
            return Offer.NOT_WANTED;
        }
        var handed = order.handOuts().handOut(place, terms, nonces.get(), now);
        handed.ifPresent(each -> {
            var event = new Received(each.token(), polled.delivery().uid(), each.count(), polled.event());
            receive.get().take(event, order, now.plus(terms.lock()));
            promisedBytes += polled.event().length;
            handedOut.put(polled);
        });
        order.decided();
        return handed.isPresent() ? Offer.TAKEN : Offer.NOT_WANTED;
    }

    /** Answers those who may receive of another subscription of this name, which exists no more or not yet. */
    private void endOthers(Deque<Receive> line, String uid) {
        line.removeIf(each -> {
            boolean other = !each.uid().equals(uid) && each.got().isEmpty();
            if (other) {
                waiting--;
                each.end(List.of());
            }
            return other;
        });
    }

    /** Returns whether a receiver waits for a commit. */
    public boolean hurry() {
        return !promised.isEmpty() || coming.keySet().stream().anyMatch(lines::containsKey);
    }

    /** Ends what is due: locks, promises that are committed, and receives whose time is over. */
    public void advance(Collection<AssignedPartition> partitions, ClockReading now) {
        for (var partition : partitions) {
            if (!partition.polled()) {
                var order = partition.order();
                order.handOuts().takeOver(now.wall()).forEach(order::putBack);
                if (order.handOuts().locked() < MOST_LOCKED) {
                    full.remove(partition.number());
                }
            }
        }
        coming.values().removeIf(Coming::over);
        lines.values().forEach(this::promise);
        promised.removeIf(each -> kept(each, now.wall()));
        promisedBytes =
                promised.stream().mapToLong(each -> each.receive().bytes()).sum();
        lines.forEach((lane, line) -> {
            if (partitions.stream().noneMatch(each -> each.number() == lane.number())) {
                endAll(line); // their next request finds the new owner
            }
        });
        lines.values().forEach(line -> endOverdue(line, now.wall()));
        lines.values().removeIf(Deque::isEmpty);
    }

    /** Those that have got something wait no longer for more. */
    private void promise(Deque<Receive> line) {
        line.removeIf(each -> {
            var order = each.from();
            if (order != null) {
                waiting--;
                promised.add(new Promise(order, order.waiting().results().latestRound(), each));
            }
            return order != null;
        });
    }

    /** Returns whether a promise is over: it is committed, or the worker has lost the queue before. */
    private static boolean kept(Promise promise, Instant now) {
        var order = promise.order();
        var receive = promise.receive();
        boolean owned = order.waiting().owned();
        boolean committed = promise.committed();
        if (committed && receive.wanted(now)) {
            receive.end(receive.got()); // a new owner keeps to the locks
        } else if (committed && owned) {
            receive.got().forEach(each -> order.handOuts().takeBack(each.token(), each.uid(), now));
            order.decided();
            receive.end(List.of());
        } else if (!owned) {
            receive.lost(); // what the brokers may have committed nevertheless comes back with its lock
        }
        return committed || !owned;
    }

    /** Returns when the next lock or delay is over; empty if nobody waits for it. */
    public Optional<Instant> nextEnd(Collection<AssignedPartition> partitions) {
        return waiting == 0
                ? Optional.empty()
                : partitions.stream()
                        .filter(each -> !each.polled())
                        .flatMap(each -> each.order().handOuts().nextEnd().stream())
                        .min(Comparator.naturalOrder());
    }

    private void endOverdue(Deque<Receive> line, Instant now) {
        line.removeIf(each -> {
            boolean over = each.over(now) && each.got().isEmpty();
            if (over) {
                waiting--;
                each.end(List.of());
            }
            return over;
        });
    }

    private void endAll(Deque<Receive> line) {
        line.forEach(Receive::lost);
        waiting -= line.size();
        line.clear();
    }

    /** Answers all when the session ends. */
    public void endAll(Instant now) {
        lines.values().forEach(this::promise);
        for (var each : promised) {
            var receive = each.receive();
            if (each.committed() && receive.wanted(now)) {
                receive.end(receive.got()); // the next owner keeps to the locks
            } else {
                receive.lost();
            }
        }
        promised.clear();
        promisedBytes = 0;
        lines.values().forEach(this::endAll);
        lines.clear();
    }
}
