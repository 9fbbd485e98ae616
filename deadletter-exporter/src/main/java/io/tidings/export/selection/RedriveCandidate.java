package io.tidings.export.selection;

import io.tidings.contract.delivery.Delivery;
import io.tidings.contract.record.DeadLetterHeaders;
import io.tidings.contract.record.DeliveryHeaders.Read;
import io.tidings.contract.record.DeliveryReader;
import java.time.Instant;
import java.util.Optional;
import org.apache.kafka.common.header.Headers;

/**
 * A dead letter as it is looked at before it is brought back.
 *
 * @param since when it was appended first, by the broker's clock
 * @param again whether this is not its first record, because its storage was away
 * @param reason a word of B-DLQ-2
 */
public record RedriveCandidate(
        int partition, long offset, Instant since, boolean again, Delivery delivery, String reason) {

    /**
     * Empty when the record is no dead letter that this release understands.
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
