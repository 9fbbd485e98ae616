package io.tidings.ingest.publish;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** #32: how many events of a topic are accepted in a second. */
class PublishRatesTest {
    private static final long START = Long.MAX_VALUE - 5; // the clock may overflow

    @Test
    void aTopicIsAtMostASecondAndARequestAheadOfItsRate() {
        var rates = new PublishRates(100);
        assertThat(rates.take("orders", 100, at(0))).isEmpty();
        assertThat(rates.take("orders", 5_000, at(0))).isEmpty();
        assertThat(rates.take("orders", 1, at(0))).contains(Duration.ofSeconds(50));
        assertThat(rates.take("orders", 1, at(49))).contains(Duration.ofSeconds(1));
        assertThat(rates.take("orders", 0, at(49))).contains(Duration.ofSeconds(1));
        assertThat(rates.take("orders", 1, at(50))).isEmpty();
        assertThat(rates.take("orders", 1, at(50))).contains(Duration.ofMillis(10));
    }

    @Test
    void aPauseGivesNoMoreThanASecond() {
        var rates = new PublishRates(100);
        assertThat(rates.take("orders", 100, at(0))).isEmpty();
        assertThat(rates.take("orders", 101, at(3_600))).isEmpty();
        assertThat(rates.take("orders", 1, at(3_600))).contains(Duration.ofMillis(10));
    }

    @Test
    void topicsDoNotCountForEachOther() {
        var rates = new PublishRates(1);
        assertThat(rates.take("orders", 5_000, at(0))).isEmpty();
        assertThat(rates.take("orders", 1, at(0))).isPresent();
        assertThat(rates.take("news", 1, at(0))).isEmpty();
    }

    @Test
    void thereMayBeNoLimit() {
        var rates = new PublishRates(0);
        for (int i = 0; i < 1_000; i++) {
            assertThat(rates.take("orders", 5_000, at(0))).isEmpty();
        }
    }

    private static long at(int seconds) {
        return START + Duration.ofSeconds(seconds).toNanos();
    }

    @Test
    void topicsThatAreGoneTakeNoMemoryForEver() {
        var rates = new PublishRates(10);
        for (int topic = 0; topic < 3 * PublishRates.MOST_BUCKETS; topic++) {
            assertThat(rates.take("topic-" + topic, 0, topic)).isEmpty();
        }
        assertThat(rates.buckets()).isLessThanOrEqualTo(PublishRates.MOST_BUCKETS);
    }
}
