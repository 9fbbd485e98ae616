package io.tidings.export.selection;

import java.util.Map;

/**
 * An earlier redrive of the same subscription, completed or not.
 *
 * @param positions by partition: the offset of the next dead letter that it would have read
 */
public record PastRedrive(RedriveSelection selection, Map<Integer, Long> positions) {
    public PastRedrive {
        positions = Map.copyOf(positions);
    }

    /** Returns whether this redrive has already made a delivery of the candidate. */
    boolean took(RedriveCandidate candidate) {
        return candidate.offset() < positions.getOrDefault(candidate.partition(), 0L) && selection.selects(candidate);
    }
}
