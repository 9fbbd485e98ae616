package io.tidings.benchmark.micro;

import io.tidings.contract.delivery.Delivery;
import io.tidings.contract.delivery.DeliveryHeaders;
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
import org.openjdk.jmh.annotations.Scope;
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
    private final Delivery delivery = Examples.delivery();
    private final Headers headers = new RecordHeaders(DeliveryHeaders.write(delivery, Examples.NOON));

    @Benchmark
    public Header[] write() {
        return DeliveryHeaders.write(delivery, Examples.NOON);
    }

    @Benchmark
    public DeliveryHeaders.Read read() {
        return DeliveryHeaders.read(headers);
    }
}
