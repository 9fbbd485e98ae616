package io.tidings.chaos.check;

import io.tidings.chaos.check.CommittedAttempt.Ending;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The history of one event at one subscription; a redrive begins another history. */
public final class DeliveryHistory {
    private final String subscription;
    private final String event;
    private final int redriven;
    private final List<MatchedDelivery> matched = new ArrayList<>(1);
    private final List<EndpointRequest> requests = new ArrayList<>(1);
    private final List<Receipt> receipts = new ArrayList<>(0);
    private final List<CommittedAttempt> attempts = new ArrayList<>(1);
    private final List<DeadLettered> buried = new ArrayList<>(0);
    private final List<BlobRecord> letters = new ArrayList<>(0);
    private boolean accepted;
    private @Nullable AcceptedEvent offer;

    private DeliveryHistory(String subscription, String event, int redriven) {
        this.subscription = subscription;
        this.event = event;
        this.redriven = redriven;
    }

    public static Collection<DeliveryHistory> of(SubscriptionHistory history) {
        var events = new LinkedHashMap<String, Rounds>();
        history.matched().forEach(each -> rounds(events, history, each.event()).begin(each));
        history.accepted().forEach(each -> rounds(events, history, each.event()).first().accepted = true);
        history.offered().forEach(each -> rounds(events, history, each.event()).first().offer = each);
        history.attempts()
                .forEach(each -> rounds(events, history, each.event())
                        .at(each.appended())
                        .attempts
                        .add(each));
        history.buried()
                .forEach(each -> rounds(events, history, each.event())
                        .round(each.redriven())
                        .buried
                        .add(each));
        history.letters().forEach(each -> rounds(events, history, each.event()).put(each));
        history.requests().stream()
                .sorted(Comparator.comparing(EndpointRequest::arrived))
                .forEach(each -> {
                    var delivery = rounds(events, history, each.event()).at(each.arrived());
                    delivery.requests.add(delivery.numbered(each));
                });
        var settled = history.settled().stream().collect(Collectors.groupingBy(SettledEvent::token));
        history.received().stream()
                .sorted(Comparator.comparingInt(ReceivedEvent::count))
                .forEach(each -> rounds(events, history, each.event())
                        .at(each.arrived())
                        .receive(Receipt.of(each, settled.getOrDefault(each.token(), List.of()))));
        return events.values().stream()
                .flatMap(each -> each.histories().stream())
                .toList();
    }

    private static Rounds rounds(Map<String, Rounds> events, SubscriptionHistory history, String event) {
        return events.computeIfAbsent(event, _ -> new Rounds(history.subscription(), event));
    }

    /** The histories of one event. A redrive happens only after the history before is complete. */
    private static final class Rounds {
        private final NavigableMap<Integer, DeliveryHistory> histories = new TreeMap<>();
        private final NavigableMap<Instant, DeliveryHistory> begun = new TreeMap<>();
        private final String subscription;
        private final String event;

        Rounds(String subscription, String event) {
            this.subscription = subscription;
            this.event = event;
        }

        DeliveryHistory round(int redriven) {
            return histories.computeIfAbsent(redriven, number -> new DeliveryHistory(subscription, event, number));
        }

        DeliveryHistory first() {
            return round(0);
        }

        void begin(MatchedDelivery start) {
            var delivery = round(start.redriven());
            delivery.matched.add(start);
            if (start.redriven() > 0) {
                begun.put(start.at(), delivery);
            }
        }

        DeliveryHistory at(Instant moment) {
            var last = begun.floorEntry(moment);
            return last == null ? first() : last.getValue();
        }

        /**
         * Assigns a blob record, which does not tell its history: to the first that lacks one and ended like that, else
         * to the first that lacks one, else to the last.
         */
        void put(BlobRecord letter) {
            var lacking = histories.values().stream()
                    .filter(each -> each.letters.size() < each.buried.size())
                    .toList();
            lacking.stream()
                    .filter(each -> each.attempts.stream().anyMatch(letter::tellsOf))
                    .findFirst()
                    .or(() -> lacking.stream().findFirst())
                    .orElseGet(() -> histories.isEmpty()
                            ? first()
                            : histories.lastEntry().getValue())
                    .letters
                    .add(letter);
        }

        Collection<DeliveryHistory> histories() {
            return histories.values();
        }
    }

    /** Counts a receipt as a request, in whose place it is. */
    private void receive(Receipt receipt) {
        receipts.add(receipt);
        requests.add(receipt.request(attempts.stream().anyMatch(CommittedAttempt::delivered)));
    }

    /**
     * A batch tells the most attempts of any of its events; the log tells those of this one. A request that arrives
     * between the timeout of an attempt and the next one is of the attempt that timed out.
     */
    private EndpointRequest numbered(EndpointRequest request) {
        return request.members() == 1
                ? request
                : request.after(Math.min(
                        request.before(),
                        attempts.stream()
                                .filter(each -> each.ending() == Ending.RETRY)
                                .filter(each -> !each.appended().isAfter(request.arrived()))
                                .filter(each ->
                                        !each.timedOut() || !request.arrived().isBefore(each.due()))
                                .mapToInt(CommittedAttempt::number)
                                .max()
                                .orElse(0)));
    }

    /** True if the worker had timed it out when it arrived: the exchange stays open for a while (B-DEL-4). */
    public boolean late(EndpointRequest request) {
        return attempts.stream()
                .anyMatch(each -> each.timedOut()
                        && each.number() == request.before() + 1
                        && !each.ended().isAfter(request.arrived()));
    }

    public String event() {
        return event;
    }

    public String subscription() {
        return subscription;
    }

    /** The number of times the event had been redriven when this history began. */
    public int redriven() {
        return redriven;
    }

    public boolean accepted() {
        return accepted;
    }

    /** The offer to a subscription that comes and goes. */
    public Optional<AcceptedEvent> offer() {
        return Optional.ofNullable(offer);
    }

    public boolean delivered() {
        return requests.stream().anyMatch(EndpointRequest::accepted);
    }

    /** True if an attempt failed and the worker tried again. */
    public boolean retried() {
        return attempts.stream().anyMatch(attempt -> attempt.ending() == Ending.RETRY);
    }

    /** True if the worker dropped it. */
    public boolean dropped() {
        return attempts.stream().anyMatch(attempt -> attempt.ending() == Ending.DROP);
    }

    public boolean begun() {
        return !matched.isEmpty();
    }

    public Optional<Instant> firstMatched() {
        return matched.stream().map(MatchedDelivery::at).min(Comparator.naturalOrder());
    }

    /** The time when it was matched again, if the topology was killed, else the same as the first time. */
    public Optional<Instant> lastMatched() {
        return matched.stream().map(MatchedDelivery::at).max(Comparator.naturalOrder());
    }

    public List<BlobRecord> letters() {
        return Collections.unmodifiableList(letters);
    }

    public List<DeadLettered> buried() {
        return Collections.unmodifiableList(buried);
    }

    public List<EndpointRequest> requests() {
        return Collections.unmodifiableList(requests);
    }

    /** Those of a queue, by their counts. */
    List<Receipt> receipts() {
        return Collections.unmodifiableList(receipts);
    }

    public List<CommittedAttempt> attempts() {
        return Collections.unmodifiableList(attempts);
    }

    /** The number of times that each source was written to {@code deliveries}. */
    public Map<String, Integer> beginnings() {
        var beginnings = new LinkedHashMap<String, Integer>();
        matched.forEach(each -> beginnings.merge(each.source(), 1, Integer::sum));
        return beginnings;
    }

    /** The number of chains that there may be: one for each source. */
    public int chains() {
        return Math.max(1, beginnings().size());
    }

    public PromiseViolation violates(Promise promise, String evidence) {
        return new PromiseViolation(promise, subscription, event, evidence);
    }
}
