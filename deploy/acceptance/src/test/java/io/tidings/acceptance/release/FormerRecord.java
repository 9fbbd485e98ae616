package io.tidings.acceptance.release;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidings.contract.HeaderNames;
import io.tidings.testbed.GoldenRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;

/**
 * A record that release 0.1 wrote, as if it had been written just now: its times are moved by as much as has passed
 * since it was appended, all else is as it was. Beside its headers the resource names its key, partition and append time.
 */
record FormerRecord(String key, int partition, List<Header> headers, String value) {
    private static final String KEY = "key";
    private static final String PARTITION = "partition";
    private static final String APPENDED = "appended";
    private static final Set<String> TIMES = Set.of(
            HeaderNames.PUBLISHED,
            HeaderNames.PARKED,
            HeaderNames.DUE,
            HeaderNames.LAST_ATTEMPT,
            HeaderNames.DEAD_LETTER_SINCE);

    static FormerRecord read(String name, Instant now) {
        var golden = GoldenRecord.read(FormerRecord.class, "release-0.1/" + name + ".record");
        var age = Duration.between(Instant.parse(text(golden, APPENDED)), now);
        var headers = new ArrayList<Header>();
        for (var header : golden.headers()) {
            var text = new String(header.value(), UTF_8);
            if (TIMES.contains(header.key())) {
                headers.add(header(header.key(), Instant.parse(text).plus(age).toString()));
            } else if (!Set.of(KEY, PARTITION, APPENDED).contains(header.key())) {
                headers.add(header);
            }
        }
        return new FormerRecord(
                text(golden, KEY),
                Integer.parseInt(text(golden, PARTITION)),
                headers,
                new String(golden.value(), UTF_8));
    }

    private static String text(GoldenRecord golden, String header) {
        return new String(golden.headers().lastHeader(header).value(), UTF_8);
    }

    private static Header header(String name, String value) {
        return new RecordHeader(name, value.getBytes(UTF_8));
    }

    /** The same of another event: with another id, and of another record of {@code events}. */
    FormerRecord of(String formerId, String id, int offset) {
        UnaryOperator<Header> changed = header -> switch (header.key()) {
            case HeaderNames.EVENT_ID -> header(header.key(), id);
            case HeaderNames.SOURCE ->
                header(header.key(), new String(header.value(), UTF_8).replaceFirst("@.*", "@" + offset));
            default -> header;
        };
        return new FormerRecord(
                key,
                partition,
                headers.stream().map(changed).toList(),
                value.replace("\"id\":\"%s\"".formatted(formerId), "\"id\":\"%s\"".formatted(id)));
    }

    /** The same of an event that was published then. */
    FormerRecord published(Instant moment) {
        return new FormerRecord(
                key,
                partition,
                headers.stream()
                        .map(header -> header.key().equals(HeaderNames.PUBLISHED)
                                ? header(header.key(), moment.toString())
                                : header)
                        .toList(),
                value);
    }

    /** The same with an endpoint that listens on another port. */
    FormerRecord withPort(int port) {
        return new FormerRecord(
                key, partition, headers, value.replaceAll("http://127\\.0\\.0\\.1:\\d+", "http://127.0.0.1:" + port));
    }

    ProducerRecord<byte[], byte[]> in(String topic) {
        return new ProducerRecord<>(topic, partition, null, key.getBytes(UTF_8), value.getBytes(UTF_8), headers);
    }
}
