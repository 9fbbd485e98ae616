package io.tidings.ingest.publish;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.event.EventSchema;
import io.tidings.contract.event.InputMapping;
import io.tidings.contract.eventtype.DataCheck;
import io.tidings.contract.json.Unread;
import io.tidings.contract.topic.ArmMembers;
import io.tidings.contract.topic.Mask;
import io.tidings.contract.topic.PublishLimits;
import io.tidings.contract.topic.TopicResource;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** #32: how many events and bytes of a topic are accepted in a second. */
class PublishRatesTest {
    private static final long START = Long.MAX_VALUE - 5; // the clock may overflow
    private static final PublishLimits HUNDRED_EVENTS = new PublishLimits(100, 0);

    private int instances = 1;

    @Test
    void aTopicIsAtMostASecondAndARequestAheadOfItsRate() {
        var rates = rates(HUNDRED_EVENTS);
        assertThat(patience(rates, "orders", 100, 0)).isEmpty();
        assertThat(patience(rates, "orders", 5_000, 0)).isEmpty();
        assertThat(patience(rates, "orders", 1, 0)).contains(Duration.ofSeconds(50));
        assertThat(patience(rates, "orders", 1, 49)).contains(Duration.ofSeconds(1));
        assertThat(patience(rates, "orders", 0, 49)).contains(Duration.ofSeconds(1));
        assertThat(patience(rates, "orders", 1, 50)).isEmpty();
        assertThat(patience(rates, "orders", 1, 50)).contains(Duration.ofMillis(10));
    }

    @Test
    void theOtherEventsOfARequestAreAddedWhateverTheRate() {
        var rates = rates(HUNDRED_EVENTS);
        var orders = topic("orders", PublishLimits.NONE);
        assertThat(patience(rates, "orders", 1, 0)).isEmpty();
        rates.add(orders, 299, at(0));
        assertThat(patience(rates, "orders", 1, 0)).contains(Duration.ofSeconds(2));
    }

    @Test
    void aPauseGivesNoMoreThanASecond() {
        var rates = rates(HUNDRED_EVENTS);
        assertThat(patience(rates, "orders", 100, 0)).isEmpty();
        assertThat(patience(rates, "orders", 101, 3_600)).isEmpty();
        assertThat(patience(rates, "orders", 1, 3_600)).contains(Duration.ofMillis(10));
    }

    @Test
    void topicsDoNotCountForEachOther() {
        var rates = rates(new PublishLimits(1, 0));
        assertThat(patience(rates, "orders", 5_000, 0)).isEmpty();
        assertThat(patience(rates, "orders", 1, 0)).isPresent();
        assertThat(patience(rates, "news", 1, 0)).isEmpty();
    }

    @Test
    void thereMayBeNoLimit() {
        var rates = rates(PublishLimits.NONE);
        for (int i = 0; i < 1_000; i++) {
            assertThat(patience(rates, "orders", 5_000, 0)).isEmpty();
        }
    }

    @Test
    void bytesCountBesideEventsAndATopicsOwnLimitIsInForce() {
        var rates = rates(HUNDRED_EVENTS);
        var photos = topic("photos", new PublishLimits(0, 1_000));
        assertThat(rates.take(photos, 1, 5_000, at(0))).isEmpty();
        assertThat(rates.take(photos, 1, 1, at(0))).get().satisfies(excess -> {
            assertThat(excess.patience()).isEqualTo(Duration.ofSeconds(4));
            assertThat(excess.error().message()).contains("1000 bytes a second");
        });
        assertThat(rates.take(photos, 500, 1, at(5))).isEmpty();
        assertThat(rates.take(photos, 1, 1, at(5)).orElseThrow().error().message())
                .contains("100 events a second");
    }

    @Test
    void instancesShareALimit() {
        instances = 4;
        var rates = rates(HUNDRED_EVENTS);
        assertThat(patience(rates, "orders", 100, 0)).isEmpty();
        assertThat(patience(rates, "orders", 1, 0)).contains(Duration.ofSeconds(3));
    }

    @Test
    void topicsThatAreGoneTakeNoMemoryForEver() {
        var rates = rates(new PublishLimits(10, 0));
        for (int topic = 0; topic < 3 * PublishRates.MOST_BUCKETS; topic++) {
            assertThat(rates.take(topic("topic-" + topic, PublishLimits.NONE), 0, 0, (long) topic))
                    .isEmpty();
        }
        assertThat(rates.buckets()).isLessThanOrEqualTo(PublishRates.MOST_BUCKETS);
    }

    private PublishRates rates(PublishLimits defaults) {
        return new PublishRates(defaults, () -> instances);
    }

    private static Optional<Duration> patience(PublishRates rates, String topic, int events, int seconds) {
        return rates.take(topic(topic, PublishLimits.NONE), events, 1_000_000, at(seconds))
                .map(PublishRates.Excess::patience);
    }

    private static TopicResource topic(String name, PublishLimits limits) {
        return new TopicResource(
                name,
                EventSchema.EVENT_GRID,
                InputMapping.NONE,
                null,
                null,
                null,
                limits,
                Mask.NONE,
                DataCheck.OFF,
                ArmMembers.NONE,
                null,
                Unread.NONE);
    }

    private static long at(int seconds) {
        return START + Duration.ofSeconds(seconds).toNanos();
    }
}
