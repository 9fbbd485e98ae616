package io.tidings.export.selection;

import java.util.Map;

/**
 * A redrive of the same subscription that ran before, to its end or not.
 *
 * @param positions by partition: the offset of the next dead letter it would have looked at
 */
public record PastRedrive(RedriveSelection selection, Map<Integer, Long> positions) {
    public PastRedrive {
        positions = Map.copyOf(positions);
    }

    /** Whether it has brought this one back. */
    boolean took(RedriveCandidate candidate) {
        return candidate.offset() < positions.getOrDefault(candidate.partition(), 0L) && selection.selects(candidate);
    }
}
