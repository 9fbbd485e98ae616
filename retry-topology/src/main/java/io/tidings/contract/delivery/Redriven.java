package io.tidings.contract.delivery;

import io.tidings.contract.HeaderTime;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;

/**
 * The mark of a delivery that was made of a dead letter; its text is {@code times@last}.
 *
 * @param times how often its event was brought back for this subscription
 * @param last when that was done last
 */
public record Redriven(int times, Instant last) {
    public Redriven {
        if (times < 1) {
            throw new IllegalArgumentException("redriven " + times + " times");
        }
    }

    /** Reads {@code times@last}; empty when the text has another form. */
    public static Optional<Redriven> parse(String text) {
        int at = text.indexOf('@');
        if (at < 0) {
            return Optional.empty();
        }
        try {
            int times = Integer.parseInt(text.substring(0, at));
            return times > RetryState.MOST_COUNTED
                    ? Optional.empty()
                    : Optional.of(new Redriven(times, HeaderTime.parse(text.substring(at + 1))));
        } catch (DateTimeException | IllegalArgumentException e) {
            return Optional.empty(); // told by the reader of the header, which names it
        }
    }

    @Override
    public String toString() {
        return times + "@" + last;
    }
}
