package io.tidings.ingest.access;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.TemporalAccessor;
import java.util.Locale;
import java.util.Optional;

/** The expiry of a shared access signature in the many forms that generators write (reference §1.6); UTC by default. */
final class SasExpiry {
    private static final DateTimeFormatter AMERICAN = new DateTimeFormatterBuilder()
            .parseCaseInsensitive()
            .appendPattern("M/d/yyyy [h:m:s a][H:m:s]")
            .toFormatter(Locale.US);

    private SasExpiry() {}

    static Optional<Instant> parse(String text) {
        // Newer versions of ICU put a narrow no-break space before AM and PM.
        var plain = text.strip().replaceAll("[\\u00a0\\u202f\\s]+", " ");
        try {
            return Optional.of(plain.indexOf('/') > 0 ? american(plain) : iso(plain));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    private static Instant american(String text) {
        return AMERICAN.parse(text, LocalDateTime::from).toInstant(ZoneOffset.UTC);
    }

    private static Instant iso(String text) {
        TemporalAccessor parsed = DateTimeFormatter.ISO_DATE_TIME.parseBest(
                text.replace(' ', 'T'), OffsetDateTime::from, LocalDateTime::from);
        return parsed instanceof OffsetDateTime zoned
                ? zoned.toInstant()
                : LocalDateTime.from(parsed).toInstant(ZoneOffset.UTC);
    }
}
