package io.tidings.topology.filter;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.delivery.Addressee;
import io.tidings.contract.event.Event;
import io.tidings.contract.event.EventSchema;
import io.tidings.contract.resource.SubscriptionEntry;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/** A subscription that events are matched against. */
public final class Candidate {
    private final SubscriptionEntry entry;
    private final CompiledFilter filter;
    private final Addressee addressee;

    private Candidate(SubscriptionEntry entry, CompiledFilter filter) {
        this.entry = entry;
        this.filter = filter;
        this.addressee = new Addressee(entry.subscription().key(), entry.uid());
    }

    static Candidate of(SubscriptionEntry entry) {
        return new Candidate(entry, CompiledFilter.of(entry.subscription().filter()));
    }

    public SubscriptionKey key() {
        return entry.subscription().key();
    }

    public SubscriptionEntry entry() {
        return entry;
    }

    public Addressee addressee() {
        return addressee;
    }

    /** The event types it names; empty: it wants any. */
    Set<String> types() {
        return filter.types();
    }

    /**
     * The schema an event has to be delivered in, if it is to be delivered at all.
     *
     * @param now by which an expired subscription has stopped matching (B-MATCH-4)
     */
    public Optional<EventSchema> wants(Event event, Instant now) {
        if (entry.subscription().expired(now) || !filter.passes(event)) {
            return Optional.empty();
        }
        var wanted = entry.subscription().deliveredAs(event.schema());
        return event.schema().deliverableAs(wanted) ? Optional.of(wanted) : Optional.empty();
    }
}
