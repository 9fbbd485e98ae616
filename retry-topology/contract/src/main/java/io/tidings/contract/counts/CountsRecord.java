package io.tidings.contract.counts;

import static io.tidings.contract.HeaderText.header;
import static io.tidings.contract.json.RecordJson.invalid;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import io.tidings.contract.HeaderNames;
import io.tidings.contract.json.RecordJson;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * A record of the {@code counts} topic: counts of some subscriptions of one partition number, as they are after its
 * transaction. The key is the {@link NumberCounts slot} of the record; the value is a JSON object of arrays, which are
 * short, because a busy worker writes many.
 *
 * <pre>
 *  {"orders/billing@1f0c…": [taken, brought back, delivered, dead-lettered, dropped, last taken, last delivered, limit], …}
 * </pre>
 *
 * <p>The times are in milliseconds since 1970, 0 for never; the limit is the concurrency limit, 0 if it is unknown.
 */
public record CountsRecord(int slot, Map<CountedSubscription, DeliveryCounts> counts) {
    private static final JsonFactory JSON = new JsonFactory();

    private static final int WITHOUT_LIMIT = 7;

    public CountsRecord {
        counts = Map.copyOf(counts);
    }

    public byte[] key() {
        return Integer.toString(slot).getBytes(UTF_8);
    }

    public static Header[] headers() {
        return new Header[] {header(HeaderNames.FORMAT, HeaderNames.FORMAT_1)};
    }

    public byte[] value() {
        var out = new ByteArrayOutputStream(counts.size() * 128 + 2);
        try (var json = JSON.createGenerator(out)) {
            json.writeStartObject();
            for (var each : counts.entrySet()) {
                json.writeFieldName(each.getKey().toString());
                write(each.getValue(), json);
            }
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException("memory cannot be written to", e);
        }
        return out.toByteArray();
    }

    private static void write(DeliveryCounts counts, JsonGenerator json) throws IOException {
        var numbers = new long[] {
            counts.taken(),
            counts.broughtBack(),
            counts.delivered(),
            counts.deadLettered(),
            counts.dropped(),
            millis(counts.lastTaken()),
            millis(counts.lastDelivered()),
            counts.concurrencyLimit()
        };
        json.writeArray(numbers, 0, numbers.length);
    }

    private static long millis(@Nullable Instant time) {
        return time == null ? 0 : time.toEpochMilli();
    }

    /** @throws IOException if the bytes are no record of this topic; the message says what is wrong */
    public static CountsRecord read(byte[] key, byte @Nullable [] value) throws IOException {
        if (value == null) {
            throw new IOException("the record has no value");
        }
        return new CountsRecord(slot(new String(key, UTF_8)), counts(value));
    }

    private static int slot(String text) throws IOException {
        if (!text.matches("\\d{1,4}")) {
            throw new IOException("the key is no slot: " + text);
        }
        return Integer.parseInt(text);
    }

    private static Map<CountedSubscription, DeliveryCounts> counts(byte[] value) throws IOException {
        var counts = new LinkedHashMap<CountedSubscription, DeliveryCounts>();
        for (var each : RecordJson.of(value).json().properties()) {
            var of = CountedSubscription.parse(each.getKey());
            counts.put(of.orElseThrow(() -> invalid(each.getKey(), "is no subscription")), counts(each.getValue()));
        }
        return counts;
    }

    /** Later releases may append numbers, and earlier ones wrote no limit. */
    private static DeliveryCounts counts(JsonNode json) throws IOException {
        boolean numbers = json.isArray() && json.size() >= WITHOUT_LIMIT;
        for (var each : json) {
            numbers &= each.isIntegralNumber() && each.canConvertToLong();
        }
        if (!numbers) {
            throw new IOException("found " + json + " instead of numbers");
        }
        return new DeliveryCounts(
                json.path(0).longValue(),
                json.path(1).longValue(),
                json.path(2).longValue(),
                json.path(3).longValue(),
                json.path(4).longValue(),
                time(json.path(5).longValue()),
                time(json.path(6).longValue()),
                Math.clamp(json.path(7).longValue(), 0, Integer.MAX_VALUE));
    }

    private static @Nullable Instant time(long millis) {
        return millis == 0 ? null : Instant.ofEpochMilli(millis);
    }
}
