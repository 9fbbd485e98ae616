package io.tidings.export.selection;

import io.tidings.contract.delivery.Delivery;
import io.tidings.contract.record.DeadLetterHeaders;
import io.tidings.contract.record.DeliveryHeaders.Read;
import io.tidings.contract.record.DeliveryReader;
import java.time.Instant;
import java.util.Optional;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * A dead letter that may be redriven.
 *
 * @param since when it was first appended, by the broker's clock
 * @param again whether it was appended again, because its storage was unavailable
 * @param reason a word of B-DLQ-2
 */
public record RedriveCandidate(
        int partition, long offset, Instant since, boolean again, Delivery delivery, String reason) {

    /** The status of the last attempt; null if there is none. */
    public @Nullable Integer lastStatus() {
        var last = delivery.retryState().last();
        return last == null ? null : last.status();
    }

    /** The number of times the event was brought back before it was given up. */
    int timesBroughtBack() {
        var redriven = delivery.redriven();
        return redriven == null ? 0 : redriven.times();
    }

    boolean broughtBackBy(String job) {
        var redriven = delivery.redriven();
        return redriven != null && job.equals(redriven.job());
    }

    /**
     * Returns empty for a record that is no dead letter, or of a later release.
     *
     * @param appended by the broker's clock
     */
    public static Optional<RedriveCandidate> read(
            int partition, long offset, Instant appended, Headers headers, DeliveryReader reader) {
        var letter = new DeadLetterHeaders(headers);
        var reason = letter.reason();
        if (reason == null) {
            return Optional.empty();
        }
        return switch (reader.read(headers)) {
            case Read.Valid(var delivery) -> {
                var since = letter.since();
                yield Optional.of(new RedriveCandidate(
                        partition, offset, since.orElse(appended), since.isPresent(), delivery, reason));
            }
            case Read.Malformed _ -> Optional.empty();
        };
    }
}
