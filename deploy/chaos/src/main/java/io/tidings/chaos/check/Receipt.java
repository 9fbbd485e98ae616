package io.tidings.chaos.check;

import io.tidings.chaos.check.SettledEvent.Action;
import io.tidings.chaos.check.SettledEvent.Answer;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;

/**
 * One time that an event of a queue was received.
 *
 * @param asked what its receiver asked for then, in order
 */
record Receipt(ReceivedEvent received, List<SettledEvent> asked) {
    Receipt {
        asked = List.copyOf(asked);
    }

    /** @param lines of its token, in the order in which they were written */
    static Receipt of(ReceivedEvent received, Collection<SettledEvent> lines) {
        var asked = new LinkedHashMap<Instant, SettledEvent>();
        lines.forEach(each -> asked.put(each.asked(), each));
        return new Receipt(received, List.copyOf(asked.values()));
    }

    /** True if the receiver was told that its event is at its end. */
    boolean ended() {
        return asked.stream().anyMatch(each -> each.ends() && each.succeeded());
    }

    /** True if the receiver asked for it. */
    boolean asked(Action action) {
        return first(action).isPresent();
    }

    private Optional<SettledEvent> first(Action action) {
        return asked.stream().filter(each -> each.action() == action).findFirst();
    }

    /**
     * The earliest time at which the event may be received again, unless it has ended. A release may have been made
     * whatever was answered: ingest asks again if a worker is gone before it answers, and the token is lost then.
     */
    Instant free() {
        return free(asked);
    }

    private Instant free(List<SettledEvent> sofar) {
        var free = received.until();
        for (var each : sofar) {
            boolean later = each.until().isAfter(free);
            boolean moves = switch (each.action()) {
                case RENEW -> each.succeeded() && later;
                case RELEASE -> each.succeeded() || !later;
                case ACKNOWLEDGE, REJECT -> false;
            };
            free = moves ? each.until() : free;
        }
        return free;
    }

    /**
     * Those whose token was said to be lost while it was good, for all that the receiver knows. A request without an
     * answer may have settled it.
     */
    List<SettledEvent> wronglyLost(Duration slack) {
        return asked.stream()
                .filter(each -> each.answer() == Answer.LOST)
                .filter(each -> {
                    var before = asked.subList(0, asked.indexOf(each));
                    return each.answered().isBefore(free(before).minus(slack))
                            && before.stream().allMatch(other -> other.action() == Action.RENEW);
                })
                .toList();
    }

    /** The request that would have the same effect: its end is the earliest at which the next of its key may come. */
    EndpointRequest request(boolean committed) {
        var acknowledged = first(Action.ACKNOWLEDGE).filter(each -> each.succeeded() || committed);
        var end = acknowledged
                .or(() -> first(Action.REJECT).filter(each -> each.answer() != Answer.LOST))
                .map(SettledEvent::asked);
        return new EndpointRequest(
                received.event(),
                received.count() - 1,
                received.arrived(),
                end.orElseGet(this::free),
                acknowledged.isPresent() ? EndpointRequest.OK : EndpointRequest.NO_ANSWER,
                1,
                received.difference());
    }
}
