package io.tidings.contract.delivery;

import io.tidings.contract.HeaderTime;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Marks a delivery that was made from a dead letter or a past event; its text is {@code times@last}.
 *
 * @param job that made it; null if the command line did
 * @param firstPublished when the event was published, before it was brought back the first time; null if that is unknown
 */
public record Redriven(
        int times,
        Instant last,
        @Nullable String job,
        @Nullable Instant firstPublished) {
    public Redriven {
        if (times < 1) {
            throw new IllegalArgumentException("redriven " + times + " times");
        }
    }

    public Redriven(int times, Instant last) {
        this(times, last, null, null);
    }

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
            return Optional.empty(); // the caller reports it with the header's name
        }
    }

    @Override
    public String toString() {
        return times + "@" + last;
    }
}
