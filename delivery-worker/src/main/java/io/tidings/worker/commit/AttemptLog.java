package io.tidings.worker.commit;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.contract.HeaderNames;
import io.tidings.contract.HeaderText;
import io.tidings.contract.delivery.Delivery;
import io.tidings.contract.delivery.LastOutcome;
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

/** The log of attempts: one JSON line for each that is selected. */
public record AttemptLog(String topic, Selection selection) {
    /** Which attempts are logged. */
    public enum Selection {
        ALL,
        FAILURES,
        NONE
    }

    /**
     * One attempt.
     *
     * @param outcome null for a success; Canceled for one that will not be made
     * @param status of the answer, if there was one
     * @param error what went wrong, for people; null for a success
     * @param verdict null when there was one before
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

    /** A success that came late is told wherever its failure was. */
    Optional<ProducerRecord<byte[], byte[]>> lateSuccess(Entry entry) {
        return selection == Selection.NONE ? Optional.empty() : Optional.of(line(entry));
    }

    private ProducerRecord<byte[], byte[]> line(Entry entry) {
        var delivery = entry.delivery();
        var json = JsonNodeFactory.instance
                .objectNode()
                .put("eventId", delivery.event().id())
                .put("source", delivery.event().source().toString())
                .put("attempt", delivery.retryState().attempts() + 1)
                .put(
                        "outcome",
                        entry.outcome() == null ? "Delivered" : entry.outcome().wireName())
                .put("ended", entry.ended().toString())
                .put("durationMs", entry.took().toMillis());
        if (entry.status() != null) {
            json.put("status", entry.status());
        }
        if (entry.error() != null) {
            json.put("error", entry.error());
        }
        var verdict = entry.verdict();
        if (verdict != null) { // else it is only told
            json.put("verdict", verdict.wireName());
            about(verdict, json);
        }
        var record = new ProducerRecord<>(
                topic, delivery.subscription().bytes(), json.toString().getBytes(UTF_8));
        record.headers().add(HeaderText.header(HeaderNames.FORMAT, HeaderNames.FORMAT_1));
        return record;
    }

    private static void about(Verdict verdict, ObjectNode json) {
        switch (verdict) {
            case Delivered() -> {}
            case Retry(var _, var retryState) -> json.put("due", String.valueOf(retryState.due()));
            case Defer(var reason, var _, var retryState) ->
                json.put("reason", reason.wireName()).put("due", String.valueOf(retryState.due()));
            case DeadLetter(var reason, var _) -> json.put("reason", reason.wireName());
            case Drop(var reason) -> json.put("reason", reason.wireName());
        }
    }
}
