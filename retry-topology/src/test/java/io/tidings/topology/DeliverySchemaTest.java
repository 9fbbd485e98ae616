package io.tidings.topology;

import static io.tidings.topology.DrivenTopology.APPENDED;
import static io.tidings.topology.DrivenTopology.delivery;
import static io.tidings.topology.Examples.CLOUD_EVENTS_TOPIC;
import static io.tidings.topology.Examples.CUSTOM_TOPIC;
import static io.tidings.topology.Examples.EVENT_GRID_TOPIC;
import static io.tidings.topology.Examples.bytes;
import static io.tidings.topology.Examples.cloudEvent;
import static io.tidings.topology.Examples.order;
import static io.tidings.topology.Examples.subscription;
import static io.tidings.topology.Examples.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.HeaderNames;
import io.tidings.contract.event.EventSchema;
import io.tidings.contract.event.TopicIds;
import io.tidings.runtime.tracing.Tracing;
import java.util.HashMap;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** B-MATCH-3 and B-PUB-6: each subscription gets its events in its schema, and no byte is changed without need. */
class DeliverySchemaTest {
    private static final String SHOP_ID = new TopicIds(TopicIds.DEFAULT_FORMAT).idOf("shop");

    private final DrivenTopology topology = new DrivenTopology(Tracing.off());

    @AfterEach
    void close() {
        topology.close();
    }

    @Test
    void eachSubscriptionGetsItsSchema() {
        topology.putTopic("shop", EVENT_GRID_TOPIC);
        topology.putSubscription("shop/billing", "u1", subscription());
        topology.putSubscription("shop/audit", "u2", subscription("\"eventDeliverySchema\":\"CloudEventSchemaV1_0\""));
        topology.publish(order("1"), HeaderNames.TOPIC, "shop");
        var bySubscription = new HashMap<String, TestRecord<byte[], byte[]>>();
        topology.deliveries().forEach(record -> bySubscription.put(text(record.key()), record));
        var asEventGrid = bySubscription.get("shop/billing");
        var asCloudEvent = bySubscription.get("shop/audit");
        assertThat(delivery(asEventGrid).event().schema()).isEqualTo(EventSchema.EVENT_GRID);
        assertThat(text(asEventGrid.value())).contains("\"eventType\":\"placed\"");
        assertThat(delivery(asCloudEvent).event().schema()).isEqualTo(EventSchema.CLOUD_EVENTS);
        assertThat(text(asCloudEvent.value()))
                .contains("\"specversion\":\"1.0\"", "\"source\":\"" + SHOP_ID + "\"", "\"data\":{\"n\":1.50}");
    }

    @Test
    void aCustomEventIsDeliveredInEverySchema() {
        topology.putTopic("shop", CUSTOM_TOPIC);
        topology.putSubscription("shop/grid", "u1", subscription());
        topology.putSubscription("shop/cloud", "u2", subscription("\"eventDeliverySchema\":\"CloudEventSchemaV1_0\""));
        topology.putSubscription("shop/own", "u3", subscription("\"eventDeliverySchema\":\"CustomInputSchema\""));
        topology.putSubscription("shop/paid", "u4", subscription("\"filter\":{\"includedEventTypes\":[\"paid\"]}"));
        var published = bytes("{\"kind\":\"placed\",\"n\" : 1.50}");
        topology.publish(published, HeaderNames.TOPIC, "shop");
        var bySubscription = new HashMap<String, TestRecord<byte[], byte[]>>();
        topology.deliveries().forEach(record -> bySubscription.put(text(record.key()), record));
        assertThat(bySubscription).containsOnlyKeys("shop/grid", "shop/cloud", "shop/own");
        var own = bySubscription.get("shop/own");
        assertThat(own.value()).isEqualTo(published);
        var event = delivery(own).event();
        assertThat(event.schema()).isEqualTo(EventSchema.CUSTOM);
        assertThat(event.envelope())
                .isEqualTo("{\"id\":\"" + event.id() + "\",\"topic\":\"" + SHOP_ID
                        + "\",\"subject\":\"none\",\"eventType\":\"placed\",\"eventTime\":\"" + APPENDED
                        + "\",\"dataVersion\":\"\",\"metadataVersion\":\"1\"}");
        assertThat(text(bySubscription.get("shop/grid").value()))
                .isEqualTo(event.envelope().replaceFirst("}$", ",\"data\":" + text(published) + "}"));
        assertThat(text(bySubscription.get("shop/cloud").value()))
                .contains("\"specversion\":\"1.0\",\"id\":\"" + event.id(), "\"data\":" + text(published));
        assertThat(delivery(bySubscription.get("shop/grid")).event().envelope()).isNull();
    }

    @Test
    void aChangedMappingTakesEffectAtOnce() {
        topology.putTopic("shop", CUSTOM_TOPIC);
        topology.putSubscription("shop/grid", "u1", subscription());
        topology.putTopic("shop", bytes(text(CUSTOM_TOPIC).replace("kind", "sort")));
        topology.publish(bytes("{\"kind\":\"placed\",\"sort\":\"paid\"}"), HeaderNames.TOPIC, "shop");
        assertThat(text(topology.deliveries().getFirst().value())).contains("\"eventType\":\"paid\"");
    }

    @Test
    void anIllegalCombinationOfSchemasMatchesNothing() {
        topology.putTopic("shop", CLOUD_EVENTS_TOPIC);
        topology.putSubscription("shop/billing", "u1", subscription("\"eventDeliverySchema\":\"EventGridSchema\""));
        topology.publish(cloudEvent("1"), HeaderNames.TOPIC, "shop");
        assertThat(topology.deliveries()).isEmpty();
        assertThat(topology.count("tidings.unmatched", "topic", "shop")).isOne();
    }

    @Test
    void theServicesMembersAreStampedAndAllElseKeepsItsBytes() {
        topology.putTopic("shop", EVENT_GRID_TOPIC);
        topology.putSubscription("shop/billing", "u1", subscription());
        topology.publish(order("1"), HeaderNames.TOPIC, "shop");
        var published = text(order("1"));
        assertThat(text(topology.deliveries().getFirst().value()))
                .isEqualTo(published.substring(0, published.length() - 1) + ",\"topic\":\"" + SHOP_ID
                        + "\",\"dataVersion\":\"\",\"metadataVersion\":\"1\"}");
    }

    @Test
    void aStructuredCloudEventKeepsItsBytes() {
        topology.putTopic("shop", CLOUD_EVENTS_TOPIC);
        topology.putSubscription("shop/billing", "u1", subscription());
        topology.publish(
                cloudEvent("1"),
                HeaderNames.TOPIC,
                "shop",
                HeaderNames.CONTENT_TYPE,
                "application/cloudevents+json; charset=UTF-8");
        assertThat(topology.deliveries().getFirst().value()).isEqualTo(cloudEvent("1"));
    }

    @Test
    void aBinaryCloudEventIsDeliveredStructured() {
        topology.putTopic("shop", CLOUD_EVENTS_TOPIC);
        topology.putSubscription("shop/billing", "u1", subscription());
        topology.publish(
                bytes("{\"n\":1.50}"),
                HeaderNames.TOPIC,
                "shop",
                "ce_specversion",
                "1.0",
                "ce_id",
                "1",
                "ce_source",
                "/shop",
                "ce_type",
                "placed",
                HeaderNames.CONTENT_TYPE,
                "application/json");
        assertThat(text(topology.deliveries().getFirst().value())).isEqualTo("""
            {"specversion":"1.0","id":"1","source":"/shop","type":"placed",\
            "datacontenttype":"application/json","data":{"n":1.50}}\
            """);
    }

    @Test
    void halfASurrogatePairStopsNothing() {
        topology.putTopic("shop", EVENT_GRID_TOPIC);
        topology.putSubscription(
                "shop/billing", "u1", subscription("\"eventDeliverySchema\":\"CloudEventSchemaV1_0\""));
        topology.publish(order("\\ud800"), HeaderNames.TOPIC, "shop");
        assertThat(text(topology.deliveries().getFirst().value())).contains("\"id\":\"?\"");
    }
}
