package io.tidings.runtime.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidings.contract.Topics;
import io.tidings.contract.subscription.KafkaDestination;
import io.tidings.runtime.InvalidSettings;
import io.tidings.runtime.Settings;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AllowedDestinationsTest {
    private static final Topics OWN = new Topics(Topics.DEFAULT_PREFIX);

    @Test
    void aSettingMapsAnEventHubToAKafkaTopicWhateverItsCase() {
        var allowed = allowed("destination.kafka.Orders", "shop.orders.v1");
        assertThat(allowed.topicOf(hub("orders"))).contains("shop.orders.v1");
        assertThat(allowed.topicOf(hub("ORDERS"))).contains("shop.orders.v1");
        assertThat(allowed.brokenBy(hub("orders"), "shop")).isEmpty();
    }

    @Test
    void anEventHubWithoutASettingIsRefusedWithTheNamesThatHaveOne() {
        var allowed = allowed("destination.kafka.orders", "shop.orders.v1");
        assertThat(allowed.topicOf(hub("bills"))).isEmpty();
        assertThat(allowed.brokenBy(hub("bills"), "shop"))
                .contains("must end in the name of an event hub that is allowed for topic shop (orders); set"
                        + " destination.kafka.bills to a Kafka topic, and destination.kafka.bills.topics to the topics"
                        + " that may deliver there, for ingest-service and delivery-worker");
    }

    @Test
    void anEventHubIsForTheTopicsThatItsSettingStates() {
        var allowed = AllowedDestinations.of(
                Settings.of(
                        new ConfigDef(),
                        AllowedDestinations.PREFIXES,
                        Map.of(
                                "destination.kafka.Orders", "shop.orders.v1",
                                "destination.kafka.Orders.topics", "shop*",
                                "destination.kafka.bills", "bills.v1",
                                "destination.kafka.a.topics", "a.v1")),
                OWN);
        assertThat(allowed.brokenBy(hub("ORDERS"), "shop-eu")).isEmpty();
        assertThat(allowed.brokenBy(hub("orders"), "bills").orElseThrow())
                .contains("for topic bills (a.topics, bills);")
                .doesNotContain("shop");
        assertThat(allowed.brokenBy(hub("bills"), "shop")).isEmpty();
        assertThat(allowed.topicOf(hub("a.topics"))).contains("a.v1");
        var strict = allowed.onlyAsStated();
        assertThat(strict.brokenBy(hub("orders"), "shop")).isEmpty();
        assertThat(strict.brokenBy(hub("bills"), "shop")).isPresent();
    }

    @ParameterizedTest(name = "\"{0}\"")
    @CsvSource({
        "tidings.deliveries",
        "tidings.other",
        "staging.tidings.subscriptions",
        "__consumer_offsets",
        "a/b",
        "''",
        ".."
    })
    void aTopicOfTidingsOrKafkaIsNoDestination(String topic) {
        assertThatThrownBy(() -> allowed("destination.kafka.orders", topic))
                .isInstanceOf(InvalidSettings.class)
                .hasMessageContaining("destination.kafka.orders: must");
    }

    private static AllowedDestinations allowed(String name, String topic) {
        return AllowedDestinations.of(
                Settings.of(new ConfigDef(), AllowedDestinations.PREFIXES, Map.of(name, topic)), OWN);
    }

    private static KafkaDestination hub(String name) {
        return new KafkaDestination("/subscriptions/1/eventhubs/" + name, List.of());
    }
}
