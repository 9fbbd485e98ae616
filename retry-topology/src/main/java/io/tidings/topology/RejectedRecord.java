package io.tidings.topology;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidings.contract.HeaderNames;
import io.tidings.contract.delivery.EventSource;
import io.tidings.contract.event.RejectionReason;
import io.tidings.runtime.kafka.KafkaClients;
import java.time.Instant;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/** A record that is no event, as it is kept on the rejected topic: as it was read, with the reason in headers (B-PUB-3). */
final class RejectedRecord {
    /** What the headers that are added and the record's envelope may take. */
    private static final int SPARE_BYTES = 64 * 1024;

    private static final int LONGEST_SENTENCE = 4096;

    private RejectedRecord() {}

    static Record<byte[], byte[]> of(
            Record<byte[], byte[]> read, EventSource source, RejectionReason reason, String sentence, Instant now) {
        int room = KafkaClients.MAX_RECORD_BYTES - SPARE_BYTES;
        boolean fits = length(read.key()) + length(read.value()) + (long) length(read.headers()) <= room;
        var headers = fits ? new RecordHeaders(read.headers()) : new RecordHeaders();
        set(headers, HeaderNames.FORMAT, HeaderNames.FORMAT_1);
        set(headers, HeaderNames.SOURCE, source.toString());
        set(headers, HeaderNames.REASON, reason.word());
        set(
                headers,
                HeaderNames.ERROR,
                cut(fits ? sentence : sentence + " (too large to be kept here, see its source)"));
        return new Record<>(fits ? read.key() : null, fits ? read.value() : null, now.toEpochMilli(), headers);
    }

    private static void set(Headers headers, String name, String value) {
        headers.remove(name).add(name, value.getBytes(UTF_8));
    }

    private static String cut(String sentence) {
        return sentence.length() <= LONGEST_SENTENCE ? sentence : sentence.substring(0, LONGEST_SENTENCE) + "…";
    }

    private static int length(byte @Nullable [] bytes) {
        return bytes == null ? 0 : bytes.length;
    }

    private static int length(Headers headers) {
        int length = 0;
        for (var header : headers) {
            length += 3 * header.key().length() + length(header.value()) + 10;
        }
        return length;
    }
}
