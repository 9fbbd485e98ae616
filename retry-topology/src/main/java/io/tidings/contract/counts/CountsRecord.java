package io.tidings.contract.counts;

import static io.tidings.contract.HeaderText.header;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.tidings.contract.HeaderNames;
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
        try (var json = JSON.createParser(value)) {
            expect(json.nextToken(), JsonToken.START_OBJECT);
            for (var name = json.nextFieldName(); name != null; name = json.nextFieldName()) {
                var text = name;
                counts.put(
                        CountedSubscription.parse(text).orElseThrow(() -> new IOException("no subscription: " + text)),
                        counts(json));
            }
            expect(json.currentToken(), JsonToken.END_OBJECT);
        }
        return counts;
    }

    /** Later releases may append numbers, and earlier ones wrote no limit. */
    private static DeliveryCounts counts(JsonParser json) throws IOException {
        expect(json.nextToken(), JsonToken.START_ARRAY);
        var numbers = new long[8];
        int found = 0;
        while (json.nextToken() != JsonToken.END_ARRAY) {
            expect(json.currentToken(), JsonToken.VALUE_NUMBER_INT);
            if (found < numbers.length) {
                numbers[found++] = json.getLongValue();
            }
        }
        if (found < WITHOUT_LIMIT) {
            throw new IOException("found " + found + " numbers instead of " + numbers.length);
        }
        return new DeliveryCounts(
                numbers[0],
                numbers[1],
                numbers[2],
                numbers[3],
                numbers[4],
                time(numbers[5]),
                time(numbers[6]),
                Math.clamp(numbers[7], 0, Integer.MAX_VALUE));
    }

    private static void expect(@Nullable JsonToken found, JsonToken wanted) throws IOException {
        if (found != wanted) {
            throw new IOException("found " + found + " instead of " + wanted);
        }
    }

    private static @Nullable Instant time(long millis) {
        return millis == 0 ? null : Instant.ofEpochMilli(millis);
    }
}
