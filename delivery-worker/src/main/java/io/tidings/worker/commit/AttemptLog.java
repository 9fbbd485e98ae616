package io.tidings.worker.commit;

import io.tidings.contract.HeaderNames;
import io.tidings.contract.HeaderText;
import io.tidings.contract.delivery.Delivery;
import io.tidings.contract.delivery.LastOutcome;
import io.tidings.contract.subscription.AttemptLogging;
import io.tidings.contract.subscription.Subscription;
import io.tidings.contract.timeline.AttemptLine;
import io.tidings.contract.timeline.AttemptLine.Consequence;
import io.tidings.contract.timeline.AttemptLine.Result;
import io.tidings.contract.timeline.LoggedDelivery;
import io.tidings.worker.partition.PolledDelivery;
import io.tidings.worker.verdict.Verdict;
import io.tidings.worker.verdict.Verdict.DeadLetter;
import io.tidings.worker.verdict.Verdict.Defer;
import io.tidings.worker.verdict.Verdict.Delivered;
import io.tidings.worker.verdict.Verdict.Drop;
import io.tidings.worker.verdict.Verdict.Retry;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/**
 * Adds one JSON line for each selected attempt to the transaction of its verdict, and one for each delivery that ends
 * without another attempt (B-TIME-1). Confined to the poll thread.
 */
public record AttemptLog(String topic, Selection selection) {
    /** The attempts that are logged of a subscription that does not say so itself. */
    public enum Selection {
        ALL,
        /** Those that fail, and the success that follows them. */
        FAILURES,
        NONE
    }

    private static final Result CANCELED = new Result(LastOutcome.CANCELED, null, null, null);
    private static final Result ABORTED = new Result(LastOutcome.ABORTED, null, null, null);

    void attempted(PolledDelivery polled, AttemptEnd end, Verdict verdict) {
        if (polled.from().owned()) {
            line(polled, end, verdict).ifPresent(line -> polled.from().results().alsoWrite(polled.offset(), line));
        }
    }

    Optional<ProducerRecord<byte[], byte[]>> line(PolledDelivery polled, AttemptEnd end, Verdict verdict) {
        var delivery = polled.delivery();
        return selects(delivery, end.failure() != null, end.subscription())
                ? Optional.of(record(delivery, end.ended(), end.took(), end.result(), consequence(verdict)))
                : Optional.empty();
    }

    /** A late success is logged wherever the timeout of its attempt was logged. */
    void succeededLate(PolledDelivery polled, AttemptEnd end) {
        if (selection(end.subscription()) != Selection.NONE) {
            write(polled, polled.delivery(), end.ended(), end.took(), end.result(), consequence(new Delivered()));
        }
    }

    /** Logs that the response to a timed-out attempt is no longer awaited; its verdict was logged before. */
    void aborted(PolledDelivery polled, AttemptEnd end) {
        if (selects(polled.delivery(), true, end.subscription())) {
            write(polled, polled.delivery(), end.ended(), end.took(), ABORTED, null);
        }
    }

    /**
     * Logs the end of a delivery that will not be sent again.
     *
     * @param delivery after its last attempt
     * @param subscription null if it was deleted, or is not known
     */
    void canceled(
            PolledDelivery polled,
            Delivery delivery,
            @Nullable Subscription subscription,
            Verdict verdict,
            Instant now) {
        if (selects(delivery, true, subscription)) {
            write(polled, delivery, now, Duration.ZERO, CANCELED, consequence(verdict));
        }
    }

    private boolean selects(Delivery delivery, boolean failed, @Nullable Subscription subscription) {
        return switch (selection(subscription)) {
            case ALL -> true;
            case FAILURES ->
                failed || delivery.retryState().attempts() > 0 || delivery.redriven() != null; // the end of a chain
            case NONE -> false;
        };
    }

    private Selection selection(@Nullable Subscription subscription) {
        var asked = subscription == null ? null : subscription.extensions().attempts();
        return asked == null ? selection : asked == AttemptLogging.ALL ? Selection.ALL : Selection.FAILURES;
    }

    private void write(
            PolledDelivery polled,
            Delivery delivery,
            Instant ended,
            Duration took,
            Result result,
            @Nullable Consequence consequence) {
        if (polled.from().owned()) { // else its new owner's verdict counts
            polled.from().results().alsoWrite(polled.offset(), record(delivery, ended, took, result, consequence));
        }
    }

    private ProducerRecord<byte[], byte[]> record(
            Delivery delivery, Instant ended, Duration took, Result result, @Nullable Consequence consequence) {
        int number = delivery.retryState().attempts() + 1;
        var line = new AttemptLine(LoggedDelivery.of(delivery), number, ended, took, result, consequence);
        var record = new ProducerRecord<>(topic, delivery.subscription().bytes(), line.json());
        record.headers().add(HeaderText.header(HeaderNames.FORMAT, HeaderNames.FORMAT_1));
        return record;
    }

    private static Consequence consequence(Verdict verdict) {
        return switch (verdict) {
            case Delivered() -> new Consequence(verdict.wireName(), null, null);
            case Retry(var _, var retryState) -> new Consequence(verdict.wireName(), null, retryState.due());
            case Defer(var reason, var _, var retryState) ->
                new Consequence(verdict.wireName(), reason.wireName(), retryState.due());
            case DeadLetter(var reason, var _) -> new Consequence(verdict.wireName(), reason.wireName(), null);
            case Drop(var reason) -> new Consequence(verdict.wireName(), reason.wireName(), null);
        };
    }
}
