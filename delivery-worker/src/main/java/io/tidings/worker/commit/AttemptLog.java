package io.tidings.worker.commit;

import io.tidings.contract.HeaderNames;
import io.tidings.contract.HeaderText;
import io.tidings.contract.delivery.Delivery;
import io.tidings.contract.delivery.LastOutcome;
import io.tidings.contract.timeline.AttemptLine;
import io.tidings.contract.timeline.AttemptLine.Consequence;
import io.tidings.contract.timeline.AttemptLine.Result;
import io.tidings.contract.timeline.LoggedDelivery;
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

/** Writes the log of attempts: one JSON line for each selected attempt. */
public record AttemptLog(String topic, Selection selection) {
    public enum Selection {
        ALL,
        FAILURES,
        NONE
    }

    /**
     * @param outcome null for a success; Canceled for an attempt that will not be made
     * @param error what went wrong, for people; null for a success
     * @param verdict null if the verdict was logged before
     */
    record Entry(
            Delivery delivery,
            @Nullable LastOutcome outcome,
            @Nullable Integer status,
            @Nullable String error,
            Instant ended,
            Duration took,
            @Nullable Verdict verdict) {}

    Optional<ProducerRecord<byte[], byte[]>> record(Entry entry) {
        boolean selected = switch (selection) {
            case ALL -> true;
            case FAILURES -> entry.outcome() != null;
            case NONE -> false;
        };
        return selected ? Optional.of(line(entry)) : Optional.empty();
    }

    /** A late success is logged wherever the timeout of its attempt was logged. */
    Optional<ProducerRecord<byte[], byte[]>> lateSuccess(Entry entry) {
        return selection == Selection.NONE ? Optional.empty() : Optional.of(line(entry));
    }

    private ProducerRecord<byte[], byte[]> line(Entry entry) {
        var delivery = entry.delivery();
        var line = new AttemptLine(
                LoggedDelivery.of(delivery),
                delivery.retryState().attempts() + 1,
                entry.ended(),
                entry.took(),
                new Result(entry.outcome(), entry.status(), entry.error(), null),
                entry.verdict() == null ? null : consequence(entry.verdict()));
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
