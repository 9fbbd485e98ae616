package io.tidings.contract.timeline;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.delivery.EventSource;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The part of one record of the logs that the timeline keeps. It holds no event. */
public sealed interface TimelineEntry {
    String topic();

    String eventId();

    /** The record of the event. */
    EventSource source();

    Instant time();

    /** An entry about the delivery to one subscription. */
    sealed interface OfDelivery extends TimelineEntry {
        SubscriptionKey subscription();

        LoggedDelivery delivery();

        @Override
        default String topic() {
            return subscription().topic();
        }

        @Override
        default String eventId() {
            return delivery().eventId();
        }

        @Override
        default EventSource source() {
            return delivery().source();
        }
    }

    record Attempt(SubscriptionKey subscription, AttemptLine line) implements OfDelivery {
        @Override
        public LoggedDelivery delivery() {
            return line.delivery();
        }

        @Override
        public Instant time() {
            return line.ended();
        }
    }

    /**
     * @param position of its record, the first one if it was appended again
     * @param time when that was appended
     */
    record DeadLetter(
            SubscriptionKey subscription, LoggedDelivery delivery, EventSource position, Instant time, Ending ending)
            implements OfDelivery {
        /**
         * @param reason a word of B-DLQ-2
         * @param outcome null without an attempt
         */
        public record Ending(
                String reason,
                int attempts,
                @Nullable String outcome,
                @Nullable Integer status) {}
    }

    record Export(SubscriptionKey subscription, ExportLine line) implements OfDelivery {
        @Override
        public LoggedDelivery delivery() {
            return line.delivery();
        }

        @Override
        public Instant time() {
            return line.time();
        }
    }

    /**
     * @param topic that the record names; empty if it names none
     * @param eventId empty if the record has none
     * @param error a sentence
     */
    record Rejection(String topic, String eventId, EventSource source, Instant time, String reason, String error)
            implements TimelineEntry {}
}
