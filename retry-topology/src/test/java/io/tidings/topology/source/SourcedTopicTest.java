package io.tidings.topology.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.Topics;
import io.tidings.contract.event.EventSchema;
import io.tidings.contract.event.InputMapping;
import io.tidings.contract.eventtype.DataCheck;
import io.tidings.contract.json.Unread;
import io.tidings.contract.table.TopicEntry;
import io.tidings.contract.topic.ArmMembers;
import io.tidings.contract.topic.KafkaSource;
import io.tidings.contract.topic.Mask;
import io.tidings.contract.topic.PublishLimits;
import io.tidings.contract.topic.SourceFormat;
import io.tidings.contract.topic.SourceMapping;
import io.tidings.contract.topic.SourceStart;
import io.tidings.contract.topic.TopicResource;
import io.tidings.runtime.AllowedNames;
import io.tidings.runtime.Settings;
import io.tidings.runtime.kafka.AllowedSources;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** B-SOURCE-1: which Kafka topics of others are read, and for which topic. */
class SourcedTopicTest {
    @Test
    void onlyTopicsWithASourceAreRead() {
        assertThat(read(topic("shop", "shop.orders.v1"), topic("other", null)))
                .isEqualTo(Map.of("shop.orders.v1", new SourcedTopic("shop", source("shop.orders.v1"))));
    }

    @Test
    void ofTwoTopicsThatOtherToolsGaveTheSameSourceTheFirstByNameHasIt() {
        assertThat(read(topic("b", "orders"), topic("a", "orders"), topic("c", "orders")))
                .isEqualTo(Map.of("orders", new SourcedTopic("a", source("orders"))));
    }

    @Test
    void ourOwnKafkaTopicsAreNeverRead() {
        assertThat(read(topic("shop", "tidings.events"), topic("circle", "tidings.deliveries")))
                .isEmpty();
    }

    @Test
    void whatIsNotAllowedIsNotRead() {
        var settings = Settings.of(
                new ConfigDef(),
                AllowedSources.PREFIXES,
                Map.of("source.kafka.shop", "shop.*", "source.kafka.shop.topics", "shop"));
        var topics = List.of(topic("bills", "shop.orders"), topic("other", "_schemas"), topic("shop", "shop.orders"));
        assertThat(SourcedTopic.byKafkaTopic(topics, AllowedSources.of(settings, new Topics("tidings."))))
                .isEqualTo(Map.of("shop.orders", new SourcedTopic("shop", source("shop.orders"))));
    }

    private static Map<String, SourcedTopic> read(TopicEntry... topics) {
        return SourcedTopic.byKafkaTopic(List.of(topics), new AllowedSources(new Topics("tidings."), AllowedNames.ANY));
    }

    private static TopicEntry topic(String name, @Nullable String kafkaTopic) {
        var source = kafkaTopic == null ? null : source(kafkaTopic);
        return new TopicEntry(
                new TopicResource(
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
                        Unread.NONE),
                null,
                0);
    }

    private static KafkaSource source(String kafkaTopic) {
        return new KafkaSource(kafkaTopic, SourceFormat.JSON, SourceStart.LATEST, SourceMapping.NONE);
    }
}
