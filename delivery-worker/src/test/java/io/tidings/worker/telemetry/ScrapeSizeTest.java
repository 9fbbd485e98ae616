package io.tidings.worker.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.delivery.LastOutcome;
import io.tidings.runtime.metric.SubscriptionDetail;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What Prometheus has to read of a worker with 10,000 active subscriptions. */
class ScrapeSizeTest {
    private static final int SUBSCRIPTIONS = 10_000;
    private static final int MEGABYTE = 1024 * 1024;

    @Test
    void theDefaultStaysBelowFiveMegabytes() {
        assertThat(scraped(SubscriptionDetail.COUNTS)).isBetween(MEGABYTE, 5 * MEGABYTE);
    }

    @Test
    void withoutSubscriptionsItStaysSmall() {
        assertThat(scraped(SubscriptionDetail.NONE)).isLessThan(MEGABYTE / 10);
    }

    /** B-DOMAIN-1: as many topics as a domain may have must not drown the figures of all others. */
    @Test
    void topicsOfDomainsHaveNoSeriesOfTheirOwn() {
        assertThat(scraped(SubscriptionDetail.ALL, "tenants/topic-%d")).isLessThan(MEGABYTE / 10);
    }

    private static int scraped(SubscriptionDetail detail) {
        return scraped(detail, "orders-of-the-shop");
    }

    /** @param topics the name of their topic, or a format of their number */
    private static int scraped(SubscriptionDetail detail, String topics) {
        var registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        var metrics = new WorkerMetrics(registry, detail);
        for (int i = 0; i < SUBSCRIPTIONS; i++) {
            var key = new SubscriptionKey(topics.formatted(i), "subscription-" + i);
            metrics.exists(key);
            metrics.probation(key, false);
            metrics.responded(key, Duration.ofMillis(3));
            metrics.delivered(key, Duration.ofMillis(7));
            metrics.failed(key, LastOutcome.BUSY);
        }
        return registry.scrape().length();
    }
}
