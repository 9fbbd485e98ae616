package io.tidings.export.selection;

import java.util.Map;

/**
 * A redrive of the command that releases before jobs had.
 *
 * @param positions by partition: the offset of the next dead letter that it would have read
 */
public record PastRedrive(RedriveSelection selection, Map<Integer, Long> positions) implements EarlierRedrive {
    public PastRedrive {
        positions = Map.copyOf(positions);
    }

    @Override
    public boolean took(RedriveCandidate candidate, int before) {
        return before == 0
                && candidate.offset() < positions.getOrDefault(candidate.partition(), 0L)
                && selection.selects(candidate);
    }
}
