package io.tidings.worker.telemetry;

import io.micrometer.core.instrument.MeterRegistry;
import io.tidings.contract.ClockReading;
import io.tidings.runtime.metric.Metric;
import io.tidings.worker.partition.AssignedPartition;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The difference between the brokers' clocks and this worker's, as waiting retries show it. Readable by any thread. */
public final class BrokerClockSkew {
    private static final Logger log = LoggerFactory.getLogger(BrokerClockSkew.class);

    /** A smaller difference does no harm. */
    private static final Duration BOUND = Duration.ofMinutes(1);

    private volatile Duration brokersAhead = Duration.ZERO;

    public BrokerClockSkew(MeterRegistry registry) {
        Metric.RETRY_CLOCK_AHEAD.seconds(registry, this, clockSkew -> clockSkew.brokersAhead.toMillis() / 1000.0);
    }

    public void compare(Collection<AssignedPartition> partitions, ClockReading now) {
        show(partitions.stream().flatMap(partition -> brokersAhead(partition, now).stream()));
    }

    private static Optional<Duration> brokersAhead(AssignedPartition partition, ClockReading now) {
        var buffer = partition.front();
        return buffer == null ? Optional.empty() : buffer.brokersAhead(now);
    }

    /** Shows the largest difference, in either direction. */
    void show(Stream<Duration> differences) {
        boolean before = agree();
        brokersAhead = differences.max(Comparator.comparing(Duration::abs)).orElse(Duration.ZERO);
        if (before && !agree()) {
            log.warn("{}", sentence().orElseThrow());
        } else if (!before && agree()) {
            log.info("the clocks of the brokers and of this worker agree again");
        }
    }

    public boolean agree() {
        return brokersAhead.abs().compareTo(BOUND) <= 0;
    }

    public Optional<String> sentence() {
        var ahead = brokersAhead;
        return ahead.abs().compareTo(BOUND) <= 0
                ? Optional.empty()
                : Optional.of("the clock of a broker is " + ahead.abs().toSeconds() + " s "
                        + (ahead.isNegative() ? "behind" : "ahead of")
                        + " the clock of this worker, as far as waiting retries show; synchronize the clocks of brokers"
                        + " and workers");
    }
}
