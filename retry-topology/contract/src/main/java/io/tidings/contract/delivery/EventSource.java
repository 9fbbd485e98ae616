package io.tidings.contract.delivery;

import java.util.Optional;

/** The record of an event. Together with the subscription it identifies a delivery for ever. */
public record EventSource(String kafkaTopic, int partition, long offset) {
    public static Optional<EventSource> parse(String text) {
        int at = text.lastIndexOf('@');
        int dash = text.lastIndexOf('-', at);
        if (dash <= 0) {
            return Optional.empty();
        }
        try {
            int partition = Integer.parseInt(text.substring(dash + 1, at));
            long offset = Long.parseLong(text.substring(at + 1));
            return partition < 0 || offset < 0
                    ? Optional.empty()
                    : Optional.of(new EventSource(text.substring(0, dash), partition, offset));
        } catch (NumberFormatException e) {
            return Optional.empty(); // the caller reports it with the header's name
        }
    }

    @Override
    public String toString() {
        return kafkaTopic + "-" + partition + "@" + offset;
    }
}
