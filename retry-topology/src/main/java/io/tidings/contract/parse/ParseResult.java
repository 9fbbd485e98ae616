package io.tidings.contract.parse;

import io.tidings.contract.event.Event;
import java.util.List;

/** What a publication turned out to be. */
public sealed interface ParseResult {
    /** All of its events are valid. */
    record Valid(List<Event> events) implements ParseResult {
        public Valid {
            events = List.copyOf(events);
        }

        /** The only event of a publication that can hold just one. */
        public Event only() {
            if (events.size() != 1) {
                throw new IllegalStateException("not one event but " + events.size());
            }
            return events.getFirst();
        }
    }

    /**
     * At least one is not, and so none counts.
     *
     * @param sentence names the member and the rule, for the publisher
     */
    record Invalid(RejectionReason reason, String sentence) implements ParseResult {}
}
