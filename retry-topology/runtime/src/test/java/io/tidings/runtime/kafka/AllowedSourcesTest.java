package io.tidings.runtime.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidings.contract.Topics;
import io.tidings.contract.event.EventSchema;
import io.tidings.contract.event.InputMapping;
import io.tidings.contract.eventtype.DataCheck;
import io.tidings.contract.json.Unread;
import io.tidings.contract.topic.ArmMembers;
import io.tidings.contract.topic.KafkaSource;
import io.tidings.contract.topic.Mask;
import io.tidings.contract.topic.PublishLimits;
import io.tidings.contract.topic.SourceFormat;
import io.tidings.contract.topic.SourceMapping;
import io.tidings.contract.topic.SourceStart;
import io.tidings.contract.topic.TopicResource;
import io.tidings.runtime.InvalidSettings;
import io.tidings.runtime.Settings;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** B-SOURCE-2: which Kafka topics may be the source of which topics. */
class AllowedSourcesTest {
    private static final Topics OWN = new Topics("events.");

    @Test
    void aSourceIsForTheTopicsThatItsSettingStates() {
        var allowed = allowed(Map.of(
                "source.kafka.shop", "shop.orders.*, clicks",
                "source.kafka.shop.topics", "shop*",
                "source.kafka.open", "open"));
        assertThat(allowed.brokenBy(topic("shop-eu", "shop.orders.v1"))).isEmpty();
        assertThat(allowed.brokenBy(topic("shop", "clicks"))).isEmpty();
        assertThat(allowed.brokenBy(topic("bills", "clicks"))).isPresent();
        assertThat(allowed.brokenBy(topic("shop", "clicks2"))).isPresent();
        assertThat(allowed.brokenBy(topic("shop", "shopXordersX"))).isPresent();
        assertThat(allowed.brokenBy(topic("bills", "open"))).isEmpty();
        var strict = allowed.onlyAsStated();
        assertThat(strict.brokenBy(topic("shop", "clicks"))).isEmpty();
        assertThat(strict.brokenBy(topic("bills", "open"))).isPresent();
    }

    @Test
    void whereNothingIsNamedEveryTopicOfOthersIsAllowedUntilThereAreSeveralTeams() {
        var allowed = allowed(Map.of());
        assertThat(allowed.brokenBy(topic("shop", "orders"))).isEmpty();
        assertThat(allowed.onlyAsStated().brokenBy(topic("shop", "orders"))).isPresent();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "events.deliveries",
                "events.anything",
                "staging.tidings.subscriptions",
                "tidings.events.orders",
                "eu-tidings.retry.30s",
                "tidings.timeline-store-changelog"
            })
    void topicsOfTidingsAreNoSourceWhateverTheirPrefix(String kafkaTopic) {
        var everything = allowed(Map.of("source.kafka.all", "*"));
        assertThat(everything.brokenBy(topic("shop", kafkaTopic)).orElseThrow()).contains("a Kafka topic of Tidings");
    }

    @ParameterizedTest
    @ValueSource(strings = {"subscriptions", "timeline-entries-changelog", "events.orders", "waiting.index"})
    void withoutAPrefixOurOwnTopicsAreNoSourceEither(String kafkaTopic) {
        var allowed = AllowedSources.of(settings(Map.of()), new Topics(""));
        assertThat(allowed.brokenBy(topic("shop", kafkaTopic))).isPresent();
        assertThat(allowed.brokenBy(topic("shop", "timelines"))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"source.kafka.shop, a b", "source.kafka.shop, ''", "source.kafka.shop.topics, shop"})
    void anUnreadableListIsAProblem(String name, String value) {
        assertThatThrownBy(() -> allowed(Map.of(name, value)))
                .isInstanceOf(InvalidSettings.class)
                .hasMessageContaining(name + ": ");
    }

    private static AllowedSources allowed(Map<String, String> values) {
        return AllowedSources.of(settings(values), OWN);
    }

    private static Settings settings(Map<String, String> values) {
        return Settings.of(new ConfigDef(), AllowedSources.PREFIXES, values);
    }

    private static TopicResource topic(String name, String kafkaTopic) {
        var source = new KafkaSource(kafkaTopic, SourceFormat.JSON, SourceStart.LATEST, SourceMapping.NONE);
        return new TopicResource(
                name,
                EventSchema.EVENT_GRID,
                InputMapping.NONE,
                source,
                null,
                null,
                PublishLimits.NONE,
                Mask.NONE,
                DataCheck.OFF,
                ArmMembers.NONE,
                null,
                Unread.NONE);
    }
}
