package io.tidings.worker;

import io.tidings.contract.ClockReading;
import io.tidings.contract.lane.LockToken;
import io.tidings.contract.lane.OrderedKey;
import io.tidings.worker.WaitingReader.Found;
import io.tidings.worker.desk.TokenAction;
import io.tidings.worker.desk.TokenResult;
import io.tidings.worker.dispatch.HandedOut;
import io.tidings.worker.dispatch.ReceivedEnd;
import io.tidings.worker.partition.AssignedPartition;
import io.tidings.worker.partition.OrderedDeliveries;
import io.tidings.worker.partition.PolledDelivery;
import io.tidings.worker.receive.HandOuts.Answer;
import io.tidings.worker.receive.HandOuts.Failure;
import io.tidings.worker.receive.HandOuts.Place;
import io.tidings.worker.receive.HandOuts.Terms;
import io.tidings.worker.schedule.KeyQueues.Wanted;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Settles events as their receivers say (B-PULL-1), and gives up those that were received too often. A receiver is answered
 * once its word is committed. A lock keeps no event in memory, so an event that ends late is read from the log again; events
 * that end during one read are read together in the next. Confined to the poll thread.
 *
 * <pre>
 *   settle ─┬─ renew, release, take back ───────────────────────────────> promised ── committed ──> answer
 *           └─ acknowledge, reject ──> unread ── in memory, or read from the log ── ended ──^
 *   giveUp ───────────────────────────────^
 * </pre>
 */
final class Settlements {
    private static final int AT_ONCE = 1_000;

    private final Log log;
    private final HandedOut handedOut;
    private final Ends ends;
    private final Supplier<ClockReading> clock;
    private final Map<OrderedDeliveries, Deque<Ending>> unread = new LinkedHashMap<>();
    private final Map<OrderedDeliveries, List<Ending>> reading = new LinkedHashMap<>();
    private final List<Promise> promised = new ArrayList<>();

    /** Reads records of the log, as {@link WaitingReader} does. */
    interface Log {
        void read(TopicPartition partition, Collection<Long> offsets, Consumer<Found> report);
    }

    /** Ends deliveries: writes their verdicts, or counts them as lost. */
    interface Ends {
        /**
         * Returns false if it goes on, because its subscription cannot be read.
         *
         * @param times how often receivers had it
         */
        boolean end(PolledDelivery polled, ReceivedEnd end, int times, ClockReading now);

        /** The log has no such delivery any more. */
        void lost(Wanted wanted);
    }

    private static final class Request {
        private final OrderedDeliveries order;
        private final List<TokenResult> results = new ArrayList<>();
        private final CompletableFuture<List<TokenResult>> answer = new CompletableFuture<>();
        private int ending;

        private Request(OrderedDeliveries order) {
            this.order = order;
        }

        /** An event has not ended. */
        private void goesOn(@Nullable LockToken token) {
            results.replaceAll(
                    each -> each.token().equals(token) ? new TokenResult(each.token(), Failure.UNAVAILABLE) : each);
        }

        /** The next owner says what holds. */
        private void lost() {
            answer.completeExceptionally(new IllegalStateException("another worker owns the queue"));
        }
    }

    /** @param token null if nobody asked for the end */
    private record Ending(
            Request request,
            Place place,
            ReceivedEnd end,
            int times,
            @Nullable LockToken token) {}

    /** @param round of the results of the log whose commit makes it true */
    private record Promise(Request request, long round) {}

    Settlements(Log log, HandedOut handedOut, Ends ends, Supplier<ClockReading> clock) {
        this.log = log;
        this.handedOut = handedOut;
        this.ends = ends;
        this.clock = clock;
    }

    /**
     * Settles events; the answer fails if the partition number is lost before it is committed.
     *
     * @param uid of the subscription that the receiver may receive of
     * @param terms of its queue as they are now
     */
    CompletionStage<List<TokenResult>> settle(
            OrderedDeliveries order, String uid, TokenAction action, Terms terms, List<LockToken> tokens) {
        var now = clock.get().wall();
        var request = new Request(order);
        for (var token : tokens) {
            switch (answer(order, uid, action, terms, token, now)) {
                case Answer.Failed(var why) -> request.results.add(new TokenResult(token, why));
                case Answer.Done(var place) -> {
                    request.results.add(new TokenResult(token, null));
                    if (action instanceof TokenAction.Acknowledge) {
                        ends(request, place, ReceivedEnd.ACKNOWLEDGED, token);
                    } else if (action instanceof TokenAction.Reject) {
                        ends(request, place, ReceivedEnd.REJECTED, token);
                    }
                }
            }
        }
        order.decided();
        promiseIfEnded(request);
        return request.answer;
    }

    private static Answer answer(
            OrderedDeliveries order, String uid, TokenAction action, Terms terms, LockToken token, Instant now) {
        var handOuts = order.handOuts();
        return switch (action) {
            case TokenAction.Acknowledge(), TokenAction.Reject() -> handOuts.end(token, uid, now);
            case TokenAction.Renew() -> handOuts.renew(token, uid, terms, now);
            case TokenAction.Release(var delay) -> handOuts.release(token, uid, delay, now);
            case TokenAction.TakeBack() -> handOuts.takeBack(token, uid, now);
        };
    }

    /**
     * Gives up what was received as often as it may be, although nobody asks for more.
     *
     * @param most how often the deliveries of a key may be received
     */
    void giveUp(Collection<AssignedPartition> partitions, ToIntFunction<OrderedKey> most) {
        for (var partition : partitions) {
            if (!partition.polled()) {
                var order = partition.order();
                var request = new Request(order);
                for (var place : order.handOuts().exhausted(most, AT_ONCE)) {
                    if (order.takeOut(place)) {
                        order.handOuts().end(place);
                        ends(request, place, ReceivedEnd.EXHAUSTED, null);
                    }
                }
            }
        }
    }

    private void ends(Request request, Place place, ReceivedEnd end, @Nullable LockToken token) {
        int times = request.order.handOuts().count(place);
        request.ending++;
        unread.computeIfAbsent(request.order, _ -> new ArrayDeque<>())
                .add(new Ending(request, place, end, times, token));
    }

    /** Reads what ends, and answers what is committed. */
    void advance() {
        reading.entrySet().removeIf(each -> forgetIfLost(each.getKey(), each.getValue()));
        unread.entrySet().removeIf(each -> forgetIfLost(each.getKey(), each.getValue()));
        unread.forEach((order, ending) -> {
            if (!reading.containsKey(order)) {
                read(order, ending);
            }
        });
        unread.values().removeIf(Deque::isEmpty);
        promised.removeIf(Settlements::kept);
    }

    private static boolean forgetIfLost(OrderedDeliveries order, Collection<Ending> ending) {
        boolean lost = !order.waiting().owned();
        if (lost) {
            ending.forEach(each -> each.request().lost());
        }
        return lost;
    }

    private void read(OrderedDeliveries order, Deque<Ending> ending) {
        var some = new ArrayList<Ending>();
        var offsets = new HashSet<Long>();
        while (!ending.isEmpty() && some.size() < AT_ONCE) {
            var each = ending.remove();
            var wanted = order.wanted(each.place()).orElse(null);
            var known = wanted == null
                    ? Optional.<PolledDelivery>empty()
                    : handedOut.take(order.waiting(), wanted.offset());
            known.ifPresent(polled -> end(polled, each));
            if (wanted == null || known.isPresent()) {
                ended(each.request());
            } else {
                offsets.add(wanted.offset());
                some.add(each);
            }
        }
        if (!some.isEmpty()) {
            reading.put(order, some);
            log.read(order.waiting().partition(), Set.copyOf(offsets), found -> end(order, some, found));
        }
    }

    private void end(OrderedDeliveries order, List<Ending> some, Found found) {
        if (!reading.remove(order, some)) {
            return; // the number was lost meanwhile
        }
        if (forgetIfLost(order, some)) {
            return;
        }
        for (var each : some) {
            if (endRead(order, each, found)) {
                ended(each.request());
            } else {
                unread.computeIfAbsent(order, _ -> new ArrayDeque<>()).add(each);
            }
        }
    }

    private void end(PolledDelivery polled, Ending ending) {
        if (!ends.end(polled, ending.end(), ending.times(), clock.get())) {
            ending.request().goesOn(ending.token());
        }
    }

    /** Returns false if it is not known yet what the log has. */
    private boolean endRead(OrderedDeliveries order, Ending ending, Found found) {
        var wanted = order.wanted(ending.place()).orElse(null);
        if (wanted == null) {
            return true;
        }
        var record = found.records().get(wanted.offset());
        if (record == null && wanted.offset() >= found.read()) {
            return false;
        }
        var polled = order.received(wanted, record);
        if (polled.isPresent()) {
            end(polled.get(), ending);
        } else {
            order.isLost(wanted);
            ends.lost(wanted);
        }
        return true;
    }

    private void ended(Request request) {
        request.ending--;
        promiseIfEnded(request);
    }

    private void promiseIfEnded(Request request) {
        if (request.ending == 0) {
            promised.add(new Promise(request, request.order.waiting().results().latestRound()));
        }
    }

    /** Returns whether a receiver waits for a commit. */
    boolean hurry() {
        return !promised.isEmpty();
    }

    /** Returns whether a promise is over: it is committed, or the worker has lost the queue before. */
    private static boolean kept(Promise promise) {
        var request = promise.request();
        var waiting = request.order.waiting();
        boolean committed = waiting.results().hasCommitted(promise.round());
        if (committed) {
            request.answer.complete(List.copyOf(request.results));
        } else if (!waiting.owned()) {
            request.lost();
        }
        return committed || !waiting.owned();
    }

    /** Ends all when the session ends. */
    void endAll() {
        unread.values().forEach(ending -> ending.forEach(each -> each.request().lost()));
        reading.values().forEach(ending -> ending.forEach(each -> each.request().lost()));
        promised.stream()
                .filter(each -> !kept(each))
                .forEach(each -> each.request().lost());
        unread.clear();
        reading.clear();
        promised.clear();
    }
}
