package io.tidings.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The names of Kafka topics, which are part of the contract. */
class TopicsTest {
    private final Topics topics = new Topics(Topics.DEFAULT_PREFIX);

    @ParameterizedTest(name = "{0} holds events: {1}")
    @CsvSource({
        "tidings.events, true",
        "tidings.events.shop, true",
        "tidings.events.shop.eu, true",
        "tidings.eventsx, false",
        "tidings.events., false",
        "tidingsXevents, false",
        "my.tidings.events, false",
        "tidings.deliveries, false",
    })
    void theSharedAndAllDedicatedTopicsHoldEvents(String name, boolean holds) {
        assertThat(topics.eventsPattern().matcher(name).matches()).isEqualTo(holds);
    }

    @Test
    void aDedicatedTopicNamesItsEventGridTopic() {
        assertThat(topics.dedicatedTo(topics.events("shop"))).contains("shop");
        assertThat(topics.dedicatedTo(topics.events())).isEmpty();
    }

    @Test
    void theLadderIsDeliveriesAndTenTiers() {
        assertThat(topics.ladder())
                .containsExactly(
                        "tidings.deliveries",
                        "tidings.retry.10s",
                        "tidings.retry.30s",
                        "tidings.retry.1m",
                        "tidings.retry.5m",
                        "tidings.retry.10m",
                        "tidings.retry.30m",
                        "tidings.retry.1h",
                        "tidings.retry.3h",
                        "tidings.retry.6h",
                        "tidings.retry.12h");
        assertThat(topics.tierOf("tidings.retry.1h")).contains(RetryTier.ONE_HOUR);
        assertThat(topics.tierOf("tidings.deliveries")).isEmpty();
    }

    @ParameterizedTest(name = "prefix {0}, topic {1}: {2}")
    @CsvSource({
        "tidings., tidings.deliveries, true",
        "tidings., tidings.of.a.later.release, true",
        "tidings., shop.orders.v1, false",
        "tidings., deliveries, false",
        "'', deliveries, true",
        "'', retry.1h, true",
        "'', events.shop, true",
        "'', shop.orders.v1, false",
        "'', jobs, true",
    })
    void aTopicOfOursIsNoneOfOurUsers(String prefix, String kafkaTopic, boolean ours) {
        assertThat(new Topics(prefix).owns(kafkaTopic)).isEqualTo(ours);
    }

    @Test
    void everyTopicLiesBelowThePrefix() {
        var ours = new Topics("shop-");
        assertThat(List.of(
                        ours.topics(),
                        ours.subscriptions(),
                        ours.events(),
                        ours.events("orders"),
                        ours.deliveries(),
                        ours.retry(RetryTier.TEN_SECONDS),
                        ours.attempts(),
                        ours.deadLetters(),
                        ours.exports(),
                        ours.stats(),
                        ours.jobs(),
                        ours.probation(),
                        ours.conditions(),
                        ours.rejected()))
                .containsExactly(
                        "shop-topics",
                        "shop-subscriptions",
                        "shop-events",
                        "shop-events.orders",
                        "shop-deliveries",
                        "shop-retry.10s",
                        "shop-attempts",
                        "shop-dead-letters",
                        "shop-exports",
                        "shop-stats",
                        "shop-jobs",
                        "shop-probation",
                        "shop-conditions",
                        "shop-rejected");
    }

    @Test
    void aPrefixHasCharactersKafkaAllows() {
        assertThat(new Topics("").events()).isEqualTo("events");
        assertThatIllegalArgumentException().isThrownBy(() -> new Topics("a/")).withMessageContaining("a/");
    }
}
