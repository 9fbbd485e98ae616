package io.tidings.contract.record;

import io.tidings.contract.HeaderNames;
import io.tidings.contract.HeaderText;
import io.tidings.contract.HeaderTime;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.kafka.common.header.Headers;

/**
 * The memory of a re-appended dead letter: its age, and its position in the blob that it belongs to. That blob may have
 * been written although the exporter got no confirmation, so the letter may go to no other blob.
 *
 * @param since when it was first appended
 * @param number of the letter in its blob, from 1
 * @param of number of letters in the blob
 * @param unavailable how long its storage had been unavailable when it was appended again
 */
public record ReappendState(Instant since, String blob, int number, int of, Duration unavailable) {
    private static final Duration LONGEST = Duration.ofDays(36_500);
    private static final Pattern BLOB = Pattern.compile(
            "[A-Z0-9-]{1,64}/\\d{4,6}/\\d{1,2}/\\d{1,2}/\\d{1,2}/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\\.json");
    private static final Pattern PLACE = Pattern.compile("(\\d{1,6})/(\\d{1,6})");

    public ReappendState {
        if (!BLOB.matcher(blob).matches()) {
            throw new IllegalArgumentException(HeaderNames.DEAD_LETTER_BLOB + " \"" + blob + "\" is no path of a blob");
        }
        if (number < 1 || number > of) {
            throw new IllegalArgumentException(
                    HeaderNames.DEAD_LETTER_PLACE + " \"" + number + "/" + of + "\" is no place in a blob");
        }
        if (unavailable.isNegative() || unavailable.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(
                    HeaderNames.DEAD_LETTER_UNAVAILABLE + " \"" + unavailable + "\" is no time that can have passed");
        }
    }

    /** @throws IllegalArgumentException if a header is invalid, with the header's name */
    static Optional<ReappendState> read(Headers headers) {
        if (headers.lastHeader(HeaderNames.DEAD_LETTER_SINCE) == null) {
            return Optional.empty();
        }
        var place = PLACE.matcher(HeaderText.orEmpty(headers, HeaderNames.DEAD_LETTER_PLACE));
        if (!place.matches()) {
            throw new IllegalArgumentException(HeaderNames.DEAD_LETTER_PLACE + " has not the form 3/17");
        }
        return Optional.of(new ReappendState(
                since(headers),
                HeaderText.orEmpty(headers, HeaderNames.DEAD_LETTER_BLOB),
                Integer.parseInt(place.group(1)),
                Integer.parseInt(place.group(2)),
                unavailable(headers)));
    }

    /** Earlier releases did not count it. */
    private static Duration unavailable(Headers headers) {
        if (headers.lastHeader(HeaderNames.DEAD_LETTER_UNAVAILABLE) == null) {
            return Duration.ZERO;
        }
        var text = HeaderText.orEmpty(headers, HeaderNames.DEAD_LETTER_UNAVAILABLE);
        try {
            return Duration.parse(text);
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(
                    HeaderNames.DEAD_LETTER_UNAVAILABLE + " \"" + text + "\" is no time such as PT12M30S", e);
        }
    }

    private static Instant since(Headers headers) {
        var text = HeaderText.orEmpty(headers, HeaderNames.DEAD_LETTER_SINCE);
        return HeaderTime.parsed(text)
                .orElseThrow(() -> new IllegalArgumentException(
                        HeaderNames.DEAD_LETTER_SINCE + " \"" + text + "\" is no " + HeaderTime.RULE));
    }

    public void writeTo(Headers headers) {
        HeaderText.set(headers, HeaderNames.DEAD_LETTER_SINCE, since.toString());
        HeaderText.set(headers, HeaderNames.DEAD_LETTER_BLOB, blob);
        HeaderText.set(headers, HeaderNames.DEAD_LETTER_PLACE, number + "/" + of);
        HeaderText.set(headers, HeaderNames.DEAD_LETTER_UNAVAILABLE, unavailable.toString());
    }
}
