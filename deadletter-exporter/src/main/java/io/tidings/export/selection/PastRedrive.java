package io.tidings.export.selection;

import java.util.Map;

/**
 * A redrive from the command line.
 *
 * @param positions by partition: the offset of the next dead letter that it would have read
 */
public record PastRedrive(RedriveSelection selection, Map<Integer, Long> positions) implements EarlierRedrive {
    public PastRedrive {
        positions = Map.copyOf(positions);
    }

    @Override
    public boolean took(RedriveCandidate candidate) {
        return candidate.offset() < positions.getOrDefault(candidate.partition(), 0L) && selection.selects(candidate);
    }
}
