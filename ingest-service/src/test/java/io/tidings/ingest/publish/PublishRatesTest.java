package io.tidings.ingest.publish;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.event.Event;
import io.tidings.contract.event.EventReader;
import io.tidings.contract.event.EventSchema;
import io.tidings.contract.event.InputMapping;
import io.tidings.contract.event.ParseResult;
import io.tidings.contract.event.TopicIds;
import io.tidings.contract.eventtype.DataCheck;
import io.tidings.contract.json.Unread;
import io.tidings.contract.topic.ArmMembers;
import io.tidings.contract.topic.Domain;
import io.tidings.contract.topic.Mask;
import io.tidings.contract.topic.PublishLimits;
import io.tidings.contract.topic.TopicResource;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
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

    @Test
    void aTopicOfADomainIsAtMostASecondAheadOfItsOwnRate() {
        var rates = rates(PublishLimits.NONE);
        var shop = domain(new PublishLimits(10, 0));
        assertThat(share(rates, shop, 0, "anna", "anna", "otto")).isEmpty();
        assertThat(share(rates, shop, 0, "anna", "otto")).isEmpty();
        assertThat(rates.share(shop, of("anna", 100), 1, at(0))).isEmpty();
        assertThat(share(rates, shop, 0, "anna")).contains(Duration.ofMillis(9_300));
        assertThat(share(rates, shop, 0, "otto")).isEmpty();
        assertThat(share(rates, shop, 10, "anna")).isEmpty();
    }

    @Test
    void aRequestIsRefusedWholeForTheTopicThatIsFarthestAhead() {
        var rates = rates(PublishLimits.NONE);
        var shop = domain(new PublishLimits(10, 0));
        assertThat(rates.share(shop, of("anna", 100), 1, at(0))).isEmpty();
        assertThat(rates.share(shop, of("emma", 200), 1, at(0))).isEmpty();
        var events = Stream.of(of("otto", 1_000), of("anna", 1), of("emma", 1))
                .flatMap(List::stream)
                .toList();
        assertThat(rates.share(shop, events, 1, at(0))).get().satisfies(excess -> {
            assertThat(excess.patience()).isEqualTo(Duration.ofSeconds(19));
            assertThat(excess.error().message())
                    .contains("topic shop/emma accepts 10 events a second")
                    .contains("properties.tidings.topicLimits.publishEventsPerSecond of the domain");
        });
        assertThat(share(rates, shop, 0, "otto")).isEmpty();
    }

    @Test
    void theBytesOfATopicsEventsCountWhateverElseTheRequestHolds() {
        var rates = rates(PublishLimits.NONE);
        var shop = domain(new PublishLimits(0, 10));
        int size = of("anna", 1).getFirst().json().length;
        var events =
                Stream.of(of("anna", 1), of("otto", 50)).flatMap(List::stream).toList();
        assertThat(rates.share(shop, events, 1, at(0))).isEmpty();
        assertThat(rates.share(shop, of("anna", 1), 1, at(0))).get().satisfies(excess -> {
            assertThat(excess.patience()).isEqualTo(Duration.ofMillis(size * 100L - 1_000));
            assertThat(excess.error().message()).contains("10 bytes a second", "topicLimits.publishBytesPerSecond");
        });
    }

    @Test
    void whatOneTopicSendsInVainTakesNothingFromTheOthersOfItsDomain() {
        var rates = rates(new PublishLimits(100, 1_000));
        var shop = domain(new PublishLimits(10, 0));
        assertThat(rates.share(shop, of("anna", 30), 1, at(0))).isEmpty();
        for (int i = 0; i < 500; i++) {
            assertThat(rates.take(shop, 1, 100_000, at(0))).isEmpty();
            assertThat(rates.share(shop, of("anna", 1), 100_000, at(0))).isPresent();
        }
        assertThat(rates.take(shop, 1, 1, at(0))).isEmpty();
        assertThat(share(rates, shop, 0, "otto")).isEmpty();
    }

    @Test
    void instancesShareTheLimitOfATopicOfADomain() {
        instances = 2;
        var rates = rates(PublishLimits.NONE);
        var shop = domain(new PublishLimits(10, 0));
        assertThat(rates.share(shop, of("anna", 10), 1, at(0))).isEmpty();
        assertThat(share(rates, shop, 0, "anna")).contains(Duration.ofSeconds(1));
    }

    @Test
    void aDomainMayLimitNoneOfItsTopics() {
        var rates = rates(HUNDRED_EVENTS);
        for (int i = 0; i < 10; i++) {
            assertThat(rates.share(domain(PublishLimits.NONE), of("anna", 500), 1, at(0)))
                    .isEmpty();
        }
        assertThat(rates.shares()).isZero();
    }

    @Test
    void onlyTopicsThatAreAheadTakeMemory() {
        var rates = rates(PublishLimits.NONE);
        var shop = domain(new PublishLimits(1, 0));
        for (int i = 0; i < 1_000; i++) {
            assertThat(share(rates, shop, i / 100, "topic-" + i)).isEmpty();
        }
        assertThat(rates.shares()).isLessThanOrEqualTo(200);
    }

    @Test
    void topicsThatAreNamedByEventsTakeBoundedMemory() {
        var rates = rates(PublishLimits.NONE);
        var shop = domain(new PublishLimits(1, 0));
        var flooded = of("anna", 3);
        assertThat(rates.share(shop, flooded, 1, at(0))).isEmpty();
        for (int i = 0; i < PublishRates.MOST_SHARES + 10; i++) {
            assertThat(share(rates, shop, 0, "topic-" + i)).isEmpty();
            assertThat(i % 10_000 != 0 || rates.share(shop, flooded, 1, at(0)).isPresent())
                    .isTrue();
        }
        assertThat(rates.shares()).isEqualTo(PublishRates.MOST_SHARES);
    }

    private static Optional<Duration> share(PublishRates rates, TopicResource domain, int seconds, String... topics) {
        var events = Stream.of(topics).flatMap(topic -> of(topic, 1).stream()).toList();
        return rates.share(domain, events, 1, at(seconds)).map(PublishRates.Excess::patience);
    }

    private static List<Event> of(String topic, int number) {
        var json = IntStream.range(0, number)
                .mapToObj("""
                    {"id":"%%d","topic":"%s","subject":"s","eventType":"t","eventTime":"2026-11-21T09:30:00Z"}\
                    """.formatted(topic)::formatted)
                .collect(Collectors.joining(",", "[", "]"));
        var read = new EventReader(new TopicIds(TopicIds.DEFAULT_FORMAT))
                .many(domain(PublishLimits.NONE).input(), json.getBytes(UTF_8));
        return ((ParseResult.Valid) read).events();
    }

    private static TopicResource domain(PublishLimits ofTopics) {
        return topic("shop", PublishLimits.NONE, new Domain(true, true, ofTopics));
    }

    private PublishRates rates(PublishLimits defaults) {
        return new PublishRates(defaults, () -> instances);
    }

    private static Optional<Duration> patience(PublishRates rates, String topic, int events, int seconds) {
        return rates.take(topic(topic, PublishLimits.NONE), events, 1_000_000, at(seconds))
                .map(PublishRates.Excess::patience);
    }

    private static TopicResource topic(String name, PublishLimits limits) {
        return topic(name, limits, null);
    }

    private static TopicResource topic(String name, PublishLimits limits, @Nullable Domain domain) {
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
                domain,
                Unread.NONE);
    }

    private static long at(int seconds) {
        return START + Duration.ofSeconds(seconds).toNanos();
    }
}
