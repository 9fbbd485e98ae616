package io.tidings.export.selection;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A blob of dead letters, ordered by time (B-DLQ-4).
 *
 * @param hour in which it begins
 * @param path below the container
 */
public record BlobPlace(Instant hour, String path) implements Comparable<BlobPlace> {
    private static final Pattern PATH = Pattern.compile("[^/]+/(\\d{4})/(\\d\\d?)/(\\d\\d?)/(\\d\\d?)/[^/]+\\.json");

    /** The folder of all blobs of a subscription. */
    public static String folder(String subscription) {
        return subscription.toUpperCase(Locale.ROOT);
    }

    /** The folder of the blobs of a subscription that begin in an hour, with {@code /} at its end. */
    public static String folder(String subscription, Instant hour) {
        var time = hour.atOffset(ZoneOffset.UTC);
        return "%s/%d/%d/%d/%d/"
                .formatted(
                        folder(subscription),
                        time.getYear(),
                        time.getMonthValue(),
                        time.getDayOfMonth(),
                        time.getHour());
    }

    /** Returns empty if the path is none that a blob of dead letters has. */
    public static Optional<BlobPlace> parse(String path) {
        var match = PATH.matcher(path);
        if (!match.matches()) {
            return Optional.empty();
        }
        try {
            var hour = LocalDateTime.of(
                    number(match.group(1)), number(match.group(2)), number(match.group(3)), number(match.group(4)), 0);
            return Optional.of(new BlobPlace(hour.toInstant(ZoneOffset.UTC), path));
        } catch (DateTimeException e) {
            return Optional.empty(); // an operator's file
        }
    }

    /** The folder of all blobs of the same subscription. */
    public String folder() {
        return path.substring(0, path.indexOf('/'));
    }

    private static int number(String digits) {
        return Integer.parseInt(digits);
    }

    @Override
    public int compareTo(BlobPlace other) {
        int byHour = hour.compareTo(other.hour);
        return byHour != 0 ? byHour : path.compareTo(other.path);
    }
}
