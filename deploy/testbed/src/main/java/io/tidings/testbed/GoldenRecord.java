package io.tidings.testbed;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Objects;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.header.internals.RecordHeaders;

/**
 * A record as a released version wrote it, kept as a resource: a line for each header, {@code name: value}, an empty
 * line, and the record's value on one line.
 */
@SuppressWarnings("ArrayRecordComponent") // bytes of a record, compared nowhere
public record GoldenRecord(Headers headers, byte[] value) {

    /** @param near the class beside which the resource lies */
    public static GoldenRecord read(Class<?> near, String name) {
        var parts = text(near, name).split("\n\n", 2);
        var headers = new RecordHeaders();
        parts[0].lines()
                .map(line -> line.split(": ", 2))
                .forEach(pair -> headers.add(new RecordHeader(pair[0], pair[1].getBytes(UTF_8))));
        return new GoldenRecord(headers, parts[1].stripTrailing().getBytes(UTF_8));
    }

    private static String text(Class<?> near, String name) {
        try (var in = Objects.requireNonNull(near.getResourceAsStream(name), name)) {
            return new String(in.readAllBytes(), UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("reading " + name, e);
        }
    }
}
