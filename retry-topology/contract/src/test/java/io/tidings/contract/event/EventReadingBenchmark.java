package io.tidings.contract.event;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidings.contract.HeaderNames;
import io.tidings.contract.MeasuredExamples;
import java.io.ByteArrayOutputStream;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** One parse: an event of 1 KB from a record or a request, in each form it may have. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
public class EventReadingBenchmark {
    private static final int BATCH = 100;
    private static final Input CLOUD_EVENTS = Input.of(MeasuredExamples.TOPIC, EventSchema.CLOUD_EVENTS);
    private static final Input EVENT_GRID = Input.of(MeasuredExamples.TOPIC, EventSchema.EVENT_GRID);
    private static final RecordOrigin ARRIVAL = new RecordOrigin("tidings.events-0@0", Instant.EPOCH);

    private final EventReader reader = new EventReader(new TopicIds(TopicIds.DEFAULT_FORMAT));
    private final KafkaEvents events = new KafkaEvents(reader);
    private final byte[] cloudEvent = MeasuredExamples.cloudEvent();
    private final byte[] eventGridEvent = MeasuredExamples.eventGridEvent();
    private final byte[] batch = batch(cloudEvent);
    private final Headers structured = headers(HeaderNames.CONTENT_TYPE, "application/cloudevents+json");
    private final Headers plain = headers(HeaderNames.CONTENT_TYPE, "application/json");
    private final Headers binary = headers(
            HeaderNames.CONTENT_TYPE,
            "application/json",
            "ce_specversion",
            "1.0",
            "ce_id",
            "8f14e45f-ceea-467f-a9d6-0c7a5f1e2b11",
            "ce_source",
            "/shops/42",
            "ce_type",
            "com.example.order.placed",
            "ce_subject",
            "/orders/4711",
            "ce_time",
            "2026-11-21T12:00:00.123456Z");

    @Benchmark
    public ParseResult structuredCloudEvent() {
        return events.read(CLOUD_EVENTS, ARRIVAL, structured, cloudEvent);
    }

    @Benchmark
    public ParseResult binaryCloudEvent() {
        return events.read(CLOUD_EVENTS, ARRIVAL, binary, MeasuredExamples.DATA);
    }

    @Benchmark
    public ParseResult stampedEventGridEvent() {
        return events.read(EVENT_GRID, ARRIVAL, plain, eventGridEvent);
    }

    /** A request, not an event. */
    @Benchmark
    public ParseResult requestOf100() {
        return reader.many(EventSchema.CLOUD_EVENTS, MeasuredExamples.TOPIC, batch);
    }

    private static byte[] batch(byte[] event) {
        var all = new ByteArrayOutputStream();
        for (int i = 0; i < BATCH; i++) {
            all.write(i == 0 ? '[' : ',');
            all.writeBytes(event);
        }
        all.write(']');
        return all.toByteArray();
    }

    private static Headers headers(String... namesAndValues) {
        var headers = new RecordHeaders();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            headers.add(namesAndValues[i], namesAndValues[i + 1].getBytes(UTF_8));
        }
        return headers;
    }
}
