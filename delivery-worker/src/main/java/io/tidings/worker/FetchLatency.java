package io.tidings.worker;

import java.time.Duration;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.Metric;
import org.jspecify.annotations.Nullable;

/**
 * The duration of a consumer's fetches, by its own metric of the last minute.
 *
 * @param slowest in milliseconds; no number before the first fetch
 */
record FetchLatency(@Nullable Metric slowest) {
    static FetchLatency of(Consumer<?, ?> consumer) {
        return new FetchLatency(consumer.metrics().entrySet().stream()
                .filter(each -> each.getKey().name().equals("fetch-latency-max"))
                .findFirst()
                .<Metric>map(each -> each.getValue())
                .orElse(null));
    }

    /** Zero before the first fetch. */
    Duration longest() {
        return slowest != null && slowest.metricValue() instanceof Double millis && millis > 0
                ? Duration.ofMillis(millis.longValue())
                : Duration.ZERO;
    }
}
