package io.tidings.contract.event;

import java.util.List;

public sealed interface ParseResult {
    record Valid(List<Event> events) implements ParseResult {
        public Valid {
            events = List.copyOf(events);
        }

        /** Returns the event of a publication that can hold only one. */
        public Event only() {
            if (events.size() != 1) {
                throw new IllegalStateException("not one event but " + events.size());
            }
            return events.getFirst();
        }
    }

    /** @param sentence names the member and the rule, for the publisher */
    record Invalid(RejectionReason reason, String sentence) implements ParseResult {}
}
