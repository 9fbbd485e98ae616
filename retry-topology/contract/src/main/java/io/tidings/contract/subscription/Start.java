package io.tidings.contract.subscription;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The first events that a new subscription gets (B-START).
 *
 * @param since when they were published; null for those that are published from now on
 */
public record Start(@Nullable Instant since) {
    public static final Start NOW = new Start(null);
    public static final Start EARLIEST = new Start(Instant.EPOCH);
    public static final String MEMBER = "start";

    static final String RULE = "must be now, earliest or a time such as 2030-01-02T03:04:05Z";

    static Optional<Start> of(String text) {
        if (text.equalsIgnoreCase("now")) {
            return Optional.of(NOW);
        }
        if (text.equalsIgnoreCase("earliest")) {
            return Optional.of(EARLIEST);
        }
        try {
            var time = OffsetDateTime.parse(text).toInstant();
            return time.isAfter(Instant.EPOCH) ? Optional.of(new Start(time)) : Optional.empty();
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    public String text() {
        if (since == null) {
            return "now";
        }
        return equals(EARLIEST) ? "earliest" : since.toString();
    }
}
