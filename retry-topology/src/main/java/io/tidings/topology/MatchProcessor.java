package io.tidings.topology;

import io.tidings.contract.HeaderNames;
import io.tidings.contract.HeaderText;
import io.tidings.contract.HeaderTime;
import io.tidings.contract.delivery.EventSource;
import io.tidings.contract.event.EventDecoder;
import io.tidings.contract.event.EventDecoder.Result.Decoded;
import io.tidings.contract.event.EventDecoder.Result.Rejected;
import io.tidings.contract.event.RecordOrigin;
import io.tidings.contract.event.RejectionReason;
import io.tidings.contract.record.StartMarker;
import io.tidings.topology.deduplication.Deduplication;
import io.tidings.topology.deduplication.Deduplication.Candidate;
import io.tidings.topology.match.EventMatching;
import io.tidings.topology.match.MatchOutput;
import io.tidings.topology.match.MatchOutput.Sink;
import io.tidings.topology.match.PassedMarkers;
import io.tidings.topology.match.ReadRecord;
import io.tidings.topology.match.ResourceTables;
import io.tidings.topology.match.TableBehind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/** Reads the events topics and passes on what each record leads to. Confined to one stream thread. */
final class MatchProcessor implements Processor<byte[], byte[], LanedKey, byte[]> {
    private static final int MOST_DIGITS = 18;

    /** Deliveries of a partition that a crash may write again: no more than workers have the memory to recognise. */
    private static final int MOST_UNCOMMITTED = 4_000;

    private final EventDecoder decoder;
    private final ResourceTables tables;
    private final Predicate<EventSource> appendTimes;
    private final Predicate<EventSource> begun;
    private final Deduplication deduplication;
    private final PassedMarkers markers;
    private final EventMatching matching;
    private @Nullable ProcessorContext<LanedKey, byte[]> context;
    private int sinceCommit;

    /** @param begun called before a record is read; false if it must not be read */
    MatchProcessor(
            EventDecoder decoder,
            ResourceTables tables,
            Predicate<EventSource> appendTimes,
            Predicate<EventSource> begun,
            Deduplication deduplication,
            PassedMarkers markers,
            EventMatching matching) {
        this.decoder = decoder;
        this.tables = tables;
        this.appendTimes = appendTimes;
        this.begun = begun;
        this.deduplication = deduplication;
        this.markers = markers;
        this.matching = matching;
    }

    @Override
    public void init(ProcessorContext<LanedKey, byte[]> current) {
        context = current;
        deduplication.forget();
    }

    @Override
    public void close() {
        deduplication.forget();
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        if (context == null) {
            throw new IllegalStateException("not initialised");
        }
        var source = source(context);
        boolean readable = begun.test(source);
        var start = StartMarker.uid(record.headers(), record.value());
        if (start.isPresent()) {
            passed(source, start.get(), record.headers());
            return;
        }
        var outputs = outputs(record, source, readable);
        for (var output : outputs) {
            context.forward(
                    new Record<>(
                            new LanedKey(output.key(), output.lane()),
                            output.value(),
                            output.time().toEpochMilli(),
                            output.headers()),
                    MatchTopology.sink(output));
            if (output.sink() != Sink.DEDUPLICATION) {
                sinceCommit++;
            }
        }
        if (sinceCommit >= MOST_UNCOMMITTED) {
            sinceCommit = 0;
            context.commit();
        }
    }

    private List<MatchOutput> outputs(Record<byte[], byte[]> record, EventSource source, boolean readable) {
        var read = new ReadRecord(
                source,
                null,
                appended(record, source),
                HeaderText.of(record.headers(), HeaderNames.ONLY),
                record.key(),
                record.value(),
                record.headers());
        try {
            return !readable ? matching.unprocessable(read) : outputs(read(record, source), read);
        } catch (TableBehind e) {
            throw e; // the event may be valid: the thread dies, and the event is read again
        } catch (RuntimeException e) {
            return matching.failed(read, e);
        }
    }

    private List<MatchOutput> outputs(EventDecoder.Result result, ReadRecord read) {
        var candidate = candidate(result, read);
        if (candidate.isEmpty()) {
            return matching.outputs(result, read, entry -> markers.delivers(entry, read.source()));
        }
        var first = deduplication.repeated(candidate.get());
        if (first.isPresent()) {
            return matching.duplicate(candidate.get().topic(), candidate.get().rule(), first.get(), read);
        }
        var outputs = new ArrayList<>(matching.outputs(result, read, entry -> markers.delivers(entry, read.source())));
        outputs.add(deduplication.add(candidate.get()));
        return outputs;
    }

    /** An event that is brought back for one subscription repeats the one that it was. */
    private Optional<Candidate> candidate(EventDecoder.Result result, ReadRecord read) {
        if (!(result instanceof Decoded(var topic, var event)) || read.only() != null) {
            return Optional.empty();
        }
        var rule = tables.index().deduplicate(topic);
        return rule == null
                ? Optional.empty()
                : Candidate.of(topic, rule, event, read.source(), matching.published(read));
    }

    /** The subscription must be known when the next event is matched, and which others are open (B-START). */
    private void passed(EventSource marker, String uid, Headers headers) {
        position(headers).ifPresent(tables.subscriptionsRead()::await);
        markers.passed(marker, uid, tables.openStarts());
    }

    /** Waits only for what the publisher's side had read of the tables (B-MATCH-6). */
    private EventDecoder.Result read(Record<byte[], byte[]> record, EventSource source) {
        var position = position(record.headers());
        position.ifPresent(tables.subscriptionsRead()::await);
        var origin = new RecordOrigin(source, Instant.ofEpochMilli(record.timestamp()));
        var result = decoder.read(source.kafkaTopic(), origin, record.headers(), record.value());
        if (position.isPresent()
                && result instanceof Rejected(var reason, var _)
                && reason == RejectionReason.UNKNOWN_TOPIC) {
            tables.topicsRead().awaitEnd();
            return decoder.read(source.kafkaTopic(), origin, record.headers(), record.value());
        }
        return result;
    }

    /**
     * Parses the bytes directly, since every event that came over HTTP has this header; returns empty if it is no
     * number.
     */
    private static OptionalLong position(Headers headers) {
        var header = headers.lastHeader(HeaderNames.SUBSCRIPTIONS_OFFSET);
        var digits = header == null ? null : header.value();
        if (digits == null || digits.length == 0 || digits.length > MOST_DIGITS) {
            return OptionalLong.empty();
        }
        long position = 0;
        for (byte digit : digits) {
            if (digit < '0' || digit > '9') {
                return OptionalLong.empty();
            }
            position = 10 * position + (digit - '0');
        }
        return OptionalLong.of(position);
    }

    private @Nullable Instant appended(Record<byte[], byte[]> record, EventSource source) {
        var time = Instant.ofEpochMilli(record.timestamp());
        return appendTimes.test(source) && HeaderTime.possible(time) ? time : null;
    }

    private static EventSource source(ProcessorContext<LanedKey, byte[]> context) {
        var read = context.recordMetadata()
                .orElseThrow(() -> new IllegalStateException("a record that comes from no topic"));
        return new EventSource(read.topic(), read.partition(), read.offset());
    }
}
