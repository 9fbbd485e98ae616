package io.tidings.contract;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Times that records may hold: from 1970 to 2199, because programs compute differences between them, and two that are
 * more than 292 years apart overflow a long of nanoseconds. Pure.
 */
public final class HeaderTime {
    /** The expected form, for messages. */
    public static final String RULE = "time from 1970 to 2199 such as 2026-11-21T09:30:00Z";

    private static final int SECONDS_END = "2026-11-21T09:30:00".length();
    private static final int LONGEST = "2026-11-21T09:30:00.123456789".length();
    private static final long SECONDS_A_DAY = 24 * 3600L;
    private static final Instant END = Instant.parse("2200-01-01T00:00:00Z");

    private HeaderTime() {}

    /** @throws DateTimeException if the text is no such time */
    public static Instant parse(String text) {
        var asWritten = asWritten(text);
        var time = asWritten == null ? Instant.parse(text) : asWritten;
        if (!possible(time)) {
            throw new DateTimeException(text + " is no " + RULE);
        }
        return time;
    }

    /** Returns empty if the text is no such time. */
    public static Optional<Instant> parsed(String text) {
        try {
            return Optional.of(parse(text));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    /**
     * Reads the form in which {@link Instant#toString} writes the times of records, such as 2026-11-21T09:30:00.125Z;
     * null for any other. The parser of the JDK, which reads every form, took a tenth of a worker's poll thread.
     */
    private static @Nullable Instant asWritten(String text) {
        int last = text.length() - 1;
        if (last < SECONDS_END
                || last > LONGEST
                || text.charAt(4) != '-'
                || text.charAt(7) != '-'
                || text.charAt(10) != 'T'
                || text.charAt(13) != ':'
                || text.charAt(16) != ':'
                || text.charAt(last) != 'Z'
                || (last > SECONDS_END && text.charAt(SECONDS_END) != '.')) {
            return null;
        }
        int year = digits(text, 0, 4);
        int month = digits(text, 5, 7);
        int day = digits(text, 8, 10);
        int hour = digits(text, 11, 13);
        int minute = digits(text, 14, 16);
        int second = digits(text, 17, SECONDS_END);
        int nanos = last == SECONDS_END ? 0 : nanos(text, SECONDS_END + 1, last);
        if (year < 0 || month < 1 || month > 12 || day < 1 || (day > 28 && day > daysOf(year, month))) {
            return null;
        }
        if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 59 || nanos < 0) {
            return null;
        }
        long seconds =
                LocalDate.of(year, month, day).toEpochDay() * SECONDS_A_DAY + hour * 3600L + minute * 60L + second;
        return Instant.ofEpochSecond(seconds, nanos);
    }

    private static int daysOf(int year, int month) {
        return LocalDate.of(year, month, 1).lengthOfMonth();
    }

    /** A fraction of a second of one to nine digits; negative when it is none. */
    private static int nanos(String text, int from, int end) {
        int nanos = digits(text, from, end);
        for (int missing = from + 9 - end; missing > 0; missing--) {
            nanos *= 10;
        }
        return from == end ? -1 : nanos;
    }

    /** Negative when there is anything but digits. */
    private static int digits(String text, int from, int end) {
        int number = 0;
        for (int at = from; at < end; at++) {
            int digit = text.charAt(at) - '0';
            if (digit < 0 || digit > 9) {
                return -1;
            }
            number = 10 * number + digit;
        }
        return number;
    }

    /** Returns whether a record can have this time. */
    public static boolean possible(Instant time) {
        return !time.isBefore(Instant.EPOCH) && time.isBefore(END);
    }
}
