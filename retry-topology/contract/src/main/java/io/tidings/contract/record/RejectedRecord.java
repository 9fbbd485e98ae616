package io.tidings.contract.record;

import io.tidings.contract.HeaderNames;
import io.tidings.contract.HeaderText;
import io.tidings.contract.delivery.EventSource;
import io.tidings.contract.event.EventLimits;
import io.tidings.contract.event.RejectionReason;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/** A record that its reader cannot use, as the rejected topic keeps it: unchanged, with the reason in headers. */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record RejectedRecord(byte @Nullable [] key, byte @Nullable [] value, Headers headers) {
    /** Space for the added headers and the record's envelope. */
    private static final int SPARE_BYTES = 64 * 1024;

    private static final int LONGEST_SENTENCE = 4096;

    /** Drops the content of a record that our topics cannot hold, though a dedicated topic could. */
    public static RejectedRecord of(
            byte @Nullable [] key,
            byte @Nullable [] value,
            Headers read,
            EventSource source,
            RejectionReason reason,
            String sentence) {
        boolean fits = fits(key, value, read);
        var headers = fits ? new RecordHeaders(read) : new RecordHeaders();
        HeaderText.set(headers, HeaderNames.FORMAT, HeaderNames.FORMAT_1);
        HeaderText.set(headers, HeaderNames.SOURCE, source.toString());
        HeaderText.set(headers, HeaderNames.REASON, reason.wireName());
        HeaderText.set(
                headers,
                HeaderNames.ERROR,
                cut(fits ? sentence : sentence + " (too large to be kept here, see its source)"));
        return new RejectedRecord(fits ? key : null, fits ? value : null, headers);
    }

    /** Returns whether our topics accept a record, with some space for more headers. */
    public static boolean fits(byte @Nullable [] key, byte @Nullable [] value, Headers headers) {
        long bytes = (long) length(key) + length(value);
        for (var header : headers) {
            bytes += 3L * header.key().length() + length(header.value()) + 10;
        }
        return bytes <= EventLimits.MAX_RECORD_BYTES - SPARE_BYTES;
    }

    private static String cut(String sentence) {
        return sentence.length() <= LONGEST_SENTENCE ? sentence : sentence.substring(0, LONGEST_SENTENCE) + "…";
    }

    private static int length(byte @Nullable [] bytes) {
        return bytes == null ? 0 : bytes.length;
    }
}
