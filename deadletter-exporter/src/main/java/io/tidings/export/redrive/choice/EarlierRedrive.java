package io.tidings.export.redrive.choice;

import java.util.Map;

/**
 * A redrive of the same subscription that ran before, to its end or not.
 *
 * @param positions by partition: the offset of the next dead letter it would have looked at
 */
public record EarlierRedrive(Selection selection, Map<Integer, Long> positions) {
    public EarlierRedrive {
        positions = Map.copyOf(positions);
    }

    /** Whether it has brought this one back. */
    boolean took(GivenUp letter) {
        return letter.offset() < positions.getOrDefault(letter.partition(), 0L) && selection.selects(letter);
    }
}
