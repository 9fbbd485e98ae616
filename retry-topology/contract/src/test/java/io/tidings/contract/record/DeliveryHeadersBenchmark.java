package io.tidings.contract.record;

import io.tidings.contract.MeasuredExamples;
import io.tidings.contract.TraceContext;
import io.tidings.contract.delivery.Delivery;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** The state of a delivery, to and from the headers of its record. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
public class DeliveryHeadersBenchmark {
    /** With or without the publisher's trace context, which is passed on even without tracing. */
    @Param({"false", "true"})
    public boolean traced;

    private Delivery delivery = MeasuredExamples.delivery();
    private Headers headers = new RecordHeaders();
    private final DeliveryReader reader = new DeliveryReader();

    @Setup
    public void trace() {
        if (traced) {
            delivery =
                    delivery.traced(new TraceContext("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", null));
        }
        headers = new RecordHeaders(DeliveryHeaders.write(delivery, MeasuredExamples.NOON));
    }

    @Benchmark
    public Header[] write() {
        return DeliveryHeaders.write(delivery, MeasuredExamples.NOON);
    }

    @Benchmark
    public DeliveryHeaders.Read read() {
        return DeliveryHeaders.read(headers);
    }

    /** As the worker does it, which remembers what records have in common. */
    @Benchmark
    public DeliveryHeaders.Read readOneOfMany() {
        return reader.read(headers);
    }
}
