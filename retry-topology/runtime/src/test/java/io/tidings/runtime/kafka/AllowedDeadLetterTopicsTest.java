package io.tidings.runtime.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidings.contract.Topics;
import io.tidings.runtime.InvalidSettings;
import io.tidings.runtime.Settings;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** B-DLQ-8: the Kafka topics that subscriptions may have their dead letters in. */
class AllowedDeadLetterTopicsTest {
    private static final Map<String, String> SHOP =
            Map.of("deadletter.kafka.Shop", "shop.dead", "deadletter.kafka.Shop.topics", "shop*");

    @Test
    void aNameIsForTheTopicsThatItsSettingStatesWhateverItsCase() {
        var allowed = allowed(SHOP);
        assertThat(allowed.topics()).containsExactly(Map.entry("shop", "shop.dead"));
        assertThat(allowed.brokenBy("SHOP", "shop1")).isEmpty();
        assertThat(allowed.allows("shop", "orders")).isFalse();
    }

    @Test
    void anotherNameIsRefusedWithTheNamesThatAreAllowedAndTheSettings() {
        assertThat(allowed(SHOP).brokenBy("bills", "shop"))
                .contains("must be a name that is allowed for topic shop (shop); set deadletter.kafka.bills to a Kafka"
                        + " topic, and deadletter.kafka.bills.topics to the topics whose dead letters may be there, for"
                        + " ingest-service and deadletter-exporter");
    }

    @Test
    void aNameThatStatesNoTopicsIsForNoneWhereSeveralTeamsManage() {
        var allowed = allowed(Map.of("deadletter.kafka.shop", "shop.dead"));
        assertThat(allowed.allows("shop", "orders")).isTrue();
        assertThat(allowed.onlyAsStated().allows("shop", "orders")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"tidings.dead-letters", "other.tidings.events", "__consumer_offsets", "no topic"})
    void topicsOfTidingsAndOfKafkaAreRefused(String topic) {
        assertThatThrownBy(() -> allowed(Map.of("deadletter.kafka.shop", topic)))
                .isInstanceOf(InvalidSettings.class)
                .hasMessageContaining("deadletter.kafka.shop: must");
    }

    private static AllowedDeadLetterTopics allowed(Map<String, String> values) {
        return AllowedDeadLetterTopics.of(
                Settings.of(new ConfigDef(), AllowedDeadLetterTopics.PREFIXES, values), new Topics("tidings."));
    }
}
