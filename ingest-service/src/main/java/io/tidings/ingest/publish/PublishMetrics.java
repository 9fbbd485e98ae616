package io.tidings.ingest.publish;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.tidings.contract.event.Event;
import io.tidings.ingest.http.Problem;
import java.time.Duration;
import java.util.List;

/** What publishing looks like from outside; topics that do not exist share one tag. */
public record PublishMetrics(MeterRegistry registry) {
    /** Too short for a name of a topic. */
    static final String NO_TOPIC = "-";

    private static final int UNIT_BYTES = 64 * 1024;

    void accepted(String topic, List<Event> events, Duration took) {
        int units = 0;
        for (var event : events) {
            units += Math.ceilDiv(event.json().length, UNIT_BYTES);
        }
        Counter.builder("tidings.publish.success")
                .description("Events accepted over HTTP.")
                .tag("topic", topic)
                .register(registry)
                .increment(events.size());
        Counter.builder("tidings.publish.size.units")
                .description("Events accepted over HTTP, in units of 64 KB, each rounded up.")
                .tag("topic", topic)
                .register(registry)
                .increment(units);
        Timer.builder("tidings.publish.latency")
                .description("From the arrival of a request to its events being durable.")
                .tag("topic", topic)
                .serviceLevelObjectives(
                        Duration.ofMillis(5), Duration.ofMillis(25), Duration.ofMillis(100), Duration.ofSeconds(1))
                .register(registry)
                .record(took);
    }

    void refused(String topic, Problem problem) {
        Counter.builder("tidings.publish.fail")
                .description("Publishing requests refused.")
                .tag("topic", topic)
                .tag("error", problem.details().getFirst().code())
                .register(registry)
                .increment();
    }
}
