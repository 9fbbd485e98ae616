package io.tidings.chaos.check;

import io.tidings.chaos.check.SubscriptionChange.Kind;
import java.time.Instant;
import java.util.List;

/**
 * The times at which a subscription existed, by its changes.
 *
 * @param changes in order, without overlap
 */
public record SubscriptionLifetime(List<SubscriptionChange> changes) {
    /** The state at one moment. */
    public enum State {
        THERE,
        GONE,
        /** A change was under way, or failed and may have been made. */
        UNKNOWN
    }

    public SubscriptionLifetime {
        changes = List.copyOf(changes);
    }

    public State at(Instant moment) {
        var state = State.GONE;
        for (var change : changes) {
            if (!change.asked().isBefore(moment)) {
                break;
            }
            boolean certain = change.told() && !change.answered().isAfter(moment);
            state = !certain ? State.UNKNOWN : change.kind() == Kind.PUT ? State.THERE : State.GONE;
        }
        return state;
    }

    /** True if such a change was requested between two moments. */
    public boolean asked(Kind kind, Instant from, Instant to) {
        return changes.stream()
                .anyMatch(each -> each.kind() == kind
                        && !each.asked().isBefore(from)
                        && !each.asked().isAfter(to));
    }
}
