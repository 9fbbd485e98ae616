package io.tidings.topology.source;

import io.tidings.contract.delivery.EventSource;
import io.tidings.contract.event.EventDecoder.Result.Rejected;
import io.tidings.contract.matching.MatchIndex;
import io.tidings.contract.table.SubscriptionEntry;
import io.tidings.contract.topic.SchemaUnavailable;
import io.tidings.contract.topic.SourceDecoder;
import io.tidings.contract.topic.SourceRecord;
import io.tidings.topology.match.EventMatching;
import io.tidings.topology.match.MatchOutput;
import io.tidings.topology.match.ReadRecord;
import java.time.Instant;
import java.util.List;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** The deliveries that follow from a record of a source for some subscriptions. */
record SourceMatching(SourceDecoder decoder, MatchIndex topics, EventMatching matching) {
    /**
     * @param again whether the record was read before, and rejected then if it is no event; its data is not checked by
     *     today's rules, which would leave out what was accepted by those of its time
     * @throws SchemaUnavailable if the record must be read again later
     */
    List<MatchOutput> outputs(
            SourcedTopic topic,
            ConsumerRecord<byte[], byte[]> record,
            Predicate<SubscriptionEntry> some,
            boolean again) {
        var read = asRead(topic, record);
        try {
            var time = Instant.ofEpochMilli(Math.max(0, record.timestamp())); // -1 if it has none
            var source = new SourceRecord(read.source(), time, record.key(), record.value(), record.headers());
            var input = again ? topic.input() : topics.input(topic.name()).orElseGet(topic::input);
            var result = decoder.read(input, topic.source(), source);
            return again && result instanceof Rejected ? List.of() : matching.outputs(result, read, some);
        } catch (SchemaUnavailable e) {
            throw e;
        } catch (RuntimeException e) {
            return matching.failed(read, e); // our own code fails, and would fail again
        }
    }

    /** Returns what follows from a record that must not be read. */
    List<MatchOutput> unprocessable(SourcedTopic topic, ConsumerRecord<byte[], byte[]> record) {
        return matching.unprocessable(asRead(topic, record));
    }

    private static ReadRecord asRead(SourcedTopic topic, ConsumerRecord<byte[], byte[]> record) {
        var at = new EventSource(record.topic(), record.partition(), record.offset());
        return new ReadRecord(at, topic.name(), null, null, record.key(), record.value(), record.headers());
    }
}
