package io.tidings.acceptance.crash;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidings.contract.HeaderNames;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Headers;

/** What became of deliveries: those of one event and subscription, told by their source, are a chain. */
final class DeliveryChains {
    private DeliveryChains() {}

    static Map<String, List<ConsumerRecord<byte[], byte[]>>> of(List<ConsumerRecord<byte[], byte[]>> records) {
        var chains = new HashMap<String, List<ConsumerRecord<byte[], byte[]>>>();
        for (var record : records) {
            var chain = text(record.headers(), HeaderNames.SOURCE) + " " + new String(record.key(), UTF_8);
            chains.computeIfAbsent(chain, _ -> new ArrayList<>()).add(record);
        }
        return chains;
    }

    /** How many records each chain has. */
    static Map<String, Integer> counts(List<ConsumerRecord<byte[], byte[]>> records) {
        var counts = new HashMap<String, Integer>();
        of(records).forEach((chain, those) -> counts.put(chain, those.size()));
        return counts;
    }

    /** Where each record stands, and when the broker appended it: {@code 3@17 appended 2026-11-21T09:30:00.123Z, 1/0}. */
    static List<String> places(List<ConsumerRecord<byte[], byte[]>> records) {
        return records.stream()
                .map(each -> each.partition() + "@" + each.offset() + " appended "
                        + Instant.ofEpochMilli(each.timestamp()) + ", " + step(each))
                .toList();
    }

    /** How far a delivery had come: its attempts and deferrals, {@code 1/0}; empty on other records. */
    static String step(ConsumerRecord<byte[], byte[]> record) {
        return record.headers().lastHeader(HeaderNames.ATTEMPTS) == null
                ? ""
                : text(record.headers(), HeaderNames.ATTEMPTS) + "/" + text(record.headers(), HeaderNames.DEFERRALS);
    }

    static String text(Headers headers, String name) {
        return new String(headers.lastHeader(name).value(), UTF_8);
    }
}
