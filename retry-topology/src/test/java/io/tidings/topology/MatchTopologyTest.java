package io.tidings.topology;

import static io.tidings.topology.DrivenTopology.APPENDED;
import static io.tidings.topology.DrivenTopology.NOON;
import static io.tidings.topology.DrivenTopology.TOPICS;
import static io.tidings.topology.DrivenTopology.delivery;
import static io.tidings.topology.Examples.CLOUD_EVENTS_TOPIC;
import static io.tidings.topology.Examples.EVENT_GRID_TOPIC;
import static io.tidings.topology.Examples.bytes;
import static io.tidings.topology.Examples.cloudEvent;
import static io.tidings.topology.Examples.headers;
import static io.tidings.topology.Examples.order;
import static io.tidings.topology.Examples.subscription;
import static io.tidings.topology.Examples.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.tidings.contract.HeaderNames;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.TraceContext;
import io.tidings.contract.delivery.DeliveredEvent;
import io.tidings.contract.delivery.Delivery;
import io.tidings.contract.delivery.DeliveryOrder;
import io.tidings.contract.delivery.EventSource;
import io.tidings.contract.delivery.RetryState;
import io.tidings.contract.event.EventSchema;
import io.tidings.runtime.tracing.Tracing;
import java.util.List;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** B-MATCH: which subscriptions get an event, and what their deliveries say. */
class MatchTopologyTest {
    private static final SubscriptionKey BILLING = new SubscriptionKey("shop", "billing");

    private final DrivenTopology topology = new DrivenTopology(Tracing.off());

    @AfterEach
    void close() {
        topology.close();
    }

    @Test
    void everyMatchingSubscriptionGetsItsOwnDelivery() {
        topology.putTopic("shop", EVENT_GRID_TOPIC);
        topology.putTopic("other", EVENT_GRID_TOPIC);
        topology.putSubscription("shop/billing", "u1", subscription());
        topology.putSubscription("shop/audit", "u2", subscription());
        topology.putSubscription("other/billing", "u3", subscription());
        topology.publish(order("1"), HeaderNames.TOPIC, "shop");
        assertThat(topology.deliveries())
                .extracting(
                        record -> text(record.key()), record -> delivery(record).uid())
                .containsExactlyInAnyOrder(tuple("shop/billing", "u1"), tuple("shop/audit", "u2"));
        assertThat(topology.rejected()).isEmpty();
        assertThat(topology.count("tidings.matched", "topic", "shop", "subscription", "audit"))
                .isOne();
    }

    @Test
    void aSubscriptionIsShownAtZeroFromItsCreationUntilItIsDeleted() {
        topology.putTopic("shop", EVENT_GRID_TOPIC);
        assertThat(topology.shown("tidings.matched")).isZero();
        topology.putSubscription("shop/billing", "u1", subscription());
        assertThat(topology.shown("tidings.matched")).isOne();
        assertThat(topology.count("tidings.matched", "topic", "shop", "subscription", "billing"))
                .isZero();
        topology.removeSubscription("shop/billing");
        assertThat(topology.shown("tidings.matched")).isZero();
    }

    @Test
    void aDeliveryHasItsSourceAndItsPositionInTheLadder() {
        topology.putTopic("shop", EVENT_GRID_TOPIC);
        topology.putSubscription("shop/ignored", "u0", bytes("no json"));
        topology.putSubscription("shop/billing", "u1", subscription());
        var trace = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
        topology.publish(order("1"), HeaderNames.TOPIC, "shop", HeaderNames.TRACEPARENT, trace);
        topology.publish(order("2"), HeaderNames.TOPIC, "shop", HeaderNames.TRACEPARENT, "no trace");
        var deliveries = topology.deliveries();
        assertThat(delivery(deliveries.getFirst()))
                .isEqualTo(new Delivery(
                        BILLING,
                        "u1",
                        new DeliveredEvent(
                                EventSchema.EVENT_GRID,
                                "1",
                                "",
                                APPENDED,
                                new EventSource("tidings.events", 0, 0),
                                new TraceContext(trace, null)),
                        2,
                        RetryState.START));
        assertThat(delivery(deliveries.getLast()).event().source()).isEqualTo(new EventSource("tidings.events", 0, 1));
        assertThat(delivery(deliveries.getLast()).event().trace()).isNull();
        assertThat(text(deliveries.getFirst().headers(), HeaderNames.PARKED)).isEqualTo(NOON.toString());
    }

    @Test
    void copiesOfAnEventShareItsBytesAndHaveHeadersOfTheirOwn() {
        topology.putTopic("shop", CLOUD_EVENTS_TOPIC);
        topology.putSubscription("shop/billing", "u1", subscription());
        topology.putSubscription("shop/audit", "u2", subscription());
        topology.publish(cloudEvent("1"), HeaderNames.TOPIC, "shop");
        var deliveries = topology.deliveries();
        assertThat(deliveries).hasSize(2);
        assertThat(deliveries.getFirst().value()).isSameAs(deliveries.getLast().value());
        assertThat(delivery(deliveries.getFirst()).event())
                .isEqualTo(delivery(deliveries.getLast()).event());
        assertThat(delivery(deliveries.getFirst()).subscription())
                .isNotEqualTo(delivery(deliveries.getLast()).subscription());
    }

    /** A member that comes back with another release has the tasks that it had, and both releases may share a group. */
    @Test
    void tasksHaveTheNumbersOfTheFormerRelease() {
        assertThat(topology.numberOfEvents()).isEqualTo(2);
    }

    @Test
    void anEventForOneSubscriptionOnlyReachesItWhateverItsFilterSaysAndNoOther() {
        topology.putTopic("shop", EVENT_GRID_TOPIC);
        topology.putSubscription("shop/types", "u1", subscription("\"filter\":{\"includedEventTypes\":[\"paid\"]}"));
        topology.putSubscription("shop/billing", "u2", subscription());
        topology.publish(order("1"), HeaderNames.TOPIC, "shop", HeaderNames.ONLY, "types");
        assertThat(topology.keys()).containsExactly("shop/types");
        topology.publish(order("2"), HeaderNames.TOPIC, "shop", HeaderNames.ONLY, "no such name");
        assertThat(topology.keys()).isEmpty();
    }

    /** B-LANE-1: lanes change where a delivery lies, and nothing else. */
    @Test
    void aSubscriptionWithLanesGetsEveryEventOnce() {
        topology.putTopic("shop", EVENT_GRID_TOPIC);
        topology.putSubscription("shop/billing", "u1", subscription("\"tidings\":{\"lanes\":8}"));
        for (int i = 0; i < 20; i++) {
            topology.publish(order("o" + i), HeaderNames.TOPIC, "shop");
        }
        assertThat(topology.keys()).hasSize(20).containsOnly("shop/billing");
        assertThat(topology.rejected()).isEmpty();
    }

    /** B-LANE-2: only events with a key are ordered, and only for the subscription that asks for it. */
    @Test
    void aDeliveryHasTheOrderKeyThatItsSubscriptionAsksFor() {
        topology.putTopic("shop", EVENT_GRID_TOPIC);
        topology.putSubscription(
                "shop/ordered", "u1", subscription("\"tidings\":{\"orderBy\":\"subject\",\"lanes\":4}"));
        topology.putSubscription("shop/plain", "u2", subscription());
        topology.publish(order("1", "placed", "/o/7"), HeaderNames.TOPIC, "shop");
        for (var record : topology.deliveries()) {
            var delivery = delivery(record);
            assertThat(delivery.order())
                    .isEqualTo(
                            delivery.subscription().name().equals("ordered") ? new DeliveryOrder("/o/7", null) : null);
        }
    }

    @Test
    void filtersDecide() {
        topology.putTopic("shop", EVENT_GRID_TOPIC);
        topology.putSubscription("shop/types", "u1", subscription("\"filter\":{\"includedEventTypes\":[\"paid\"]}"));
        topology.putSubscription("shop/begin", "u2", subscription("\"filter\":{\"subjectBeginsWith\":\"/ORDERS/\"}"));
        topology.putSubscription(
                "shop/case",
                "u3",
                subscription("\"filter\":{\"subjectEndsWith\":\".JPG\",\"isSubjectCaseSensitive\":true}"));
        topology.publish(order("1", "paid", "/a.jpg"), HeaderNames.TOPIC, "shop");
        assertThat(topology.keys()).containsExactly("shop/types");
        topology.publish(order("2", "placed", "/orders/a.JPG"), HeaderNames.TOPIC, "shop");
        assertThat(topology.keys()).containsExactlyInAnyOrder("shop/begin", "shop/case");
        topology.publish(order("3", "placed", "/a.jpg"), HeaderNames.TOPIC, "shop");
        assertThat(topology.keys()).isEmpty();
        assertThat(topology.count("tidings.unmatched", "topic", "shop")).isOne();
        assertThat(topology.count("tidings.filter.evaluations")).isEqualTo(9);
    }

    /** {@code data} of an order is {@code {"n":1.50}}. */
    @Test
    void advancedFiltersDecide() {
        topology.putTopic("shop", EVENT_GRID_TOPIC);
        topology.putSubscription("shop/cheap", "u1", advanced("NumberLessThan", "data.n", "\"value\":2"));
        topology.putSubscription("shop/dear", "u2", advanced("NumberGreaterThan", "data.n", "\"value\":2"));
        topology.putSubscription("shop/exact", "u3", advanced("NumberIn", "Data.N", "\"values\":[1.5]"));
        topology.putSubscription(
                "shop/subject", "u4", advanced("StringBeginsWith", "subject", "\"values\":[\"/ORDERS/1\"]"));
        topology.putSubscription(
                "shop/stamped", "u5", advanced("StringEndsWith", "topic", "\"values\":[\"/topics/shop\"]"));
        topology.putSubscription("shop/absent", "u6", advanced("NumberNotIn", "data.m", "\"values\":[1]"));
        topology.putSubscription("shop/types", "u7", subscription("""
            "filter":{"includedEventTypes":["paid"],"advancedFilters":[{"operatorType":"IsNotNull","key":"data.n"}]}\
            """));
        topology.publish(order("1"), HeaderNames.TOPIC, "shop");
        assertThat(topology.keys())
                .containsExactlyInAnyOrder("shop/cheap", "shop/exact", "shop/subject", "shop/stamped", "shop/absent");
        topology.publish(order("2", "paid", "/other"), HeaderNames.TOPIC, "shop");
        assertThat(topology.keys())
                .containsExactlyInAnyOrder("shop/cheap", "shop/exact", "shop/stamped", "shop/absent", "shop/types");
    }

    private static byte[] advanced(String operator, String key, String operand) {
        return subscription("""
            "filter":{"advancedFilters":[{"operatorType":"%s","key":"%s",%s}]}\
            """.formatted(operator, key, operand));
    }

    @Test
    void aChangedOrDeletedSubscriptionTakesEffectAtOnce() {
        topology.putTopic("shop", EVENT_GRID_TOPIC);
        topology.putSubscription("shop/billing", "u1", subscription("\"filter\":{\"includedEventTypes\":[\"paid\"]}"));
        topology.publish(order("1"), HeaderNames.TOPIC, "shop");
        assertThat(topology.keys()).isEmpty();
        topology.putSubscription("shop/billing", "u1", subscription());
        topology.publish(order("2"), HeaderNames.TOPIC, "shop");
        assertThat(topology.keys()).containsExactly("shop/billing");
        topology.removeSubscription("shop/billing");
        topology.publish(order("3"), HeaderNames.TOPIC, "shop");
        assertThat(topology.keys()).isEmpty();
        topology.putSubscription("shop/billing", "u2", subscription());
        topology.publish(order("4"), HeaderNames.TOPIC, "shop");
        assertThat(delivery(topology.deliveries().getFirst()).uid()).isEqualTo("u2");
    }

    @Test
    void anInvalidRecordOfATableLeavesWhatWasInForce() {
        topology.putTopic("shop", EVENT_GRID_TOPIC);
        topology.putSubscription("shop/billing", "u1", subscription());
        topology.putSubscription("shop/billing", "u1", bytes("{"));
        topology.putTopic("shop", bytes("{\"properties\":{\"inputSchema\":\"Avro\"}}"));
        topology.putTopic("#time.scale", bytes("0.01"));
        topology.publish(order("1"), HeaderNames.TOPIC, "shop");
        assertThat(topology.keys()).containsExactly("shop/billing");
        assertThat(topology.count("tidings.resources.ignored")).isEqualTo(2);
    }

    @Test
    void aSubscriptionThatIsExpiredNotValidatedOrIncompleteMatchesNothing() {
        topology.putTopic("shop", EVENT_GRID_TOPIC);
        topology.putSubscription("shop/expired", "u1", subscription("\"expirationTimeUtc\":\"" + NOON + "\""));
        topology.putSubscription(
                "shop/creating",
                headers(HeaderNames.SUBSCRIPTION_UID, "u2", HeaderNames.PROVISIONING_STATE, "Creating"),
                subscription());
        topology.putSubscription("shop/foreign", headers(), subscription());
        topology.publish(order("1"), HeaderNames.TOPIC, "shop");
        assertThat(topology.deliveries()).isEmpty();
    }

    @Test
    void theTopicOfARecordIsThatOfItsKafkaTopicElseOfItsHeaderElseTheDefault() {
        try (var defaulting = new DrivenTopology(Tracing.off(), "fallback")) {
            for (var name : List.of("shop", "header", "fallback")) {
                defaulting.putTopic(name, EVENT_GRID_TOPIC);
                defaulting.putSubscription(name + "/billing", "u", subscription());
            }
            defaulting.input(TOPICS.events("shop")).pipeInput(new TestRecord<>(null, order("1"), headers()));
            assertThat(defaulting.keys()).containsExactly("shop/billing");
            defaulting
                    .input(TOPICS.events("shop"))
                    .pipeInput(new TestRecord<>(null, order("1"), headers(HeaderNames.TOPIC, "shop")));
            assertThat(defaulting.keys()).containsExactly("shop/billing");
            defaulting.publish(order("2"), HeaderNames.TOPIC, "header");
            assertThat(defaulting.keys()).containsExactly("header/billing");
            defaulting.publish(order("3"));
            assertThat(defaulting.keys()).containsExactly("fallback/billing");
        }
    }

    @Test
    void eventsOfAKafkaTopicWithProducersTimestampsArePublishedWhenTheyAreMatched() {
        topology.putTopic("shop", EVENT_GRID_TOPIC);
        topology.putSubscription("shop/billing", "u", subscription());
        topology.input(TOPICS.events("shop")).pipeInput(new TestRecord<>(null, order("1"), headers(), APPENDED));
        assertThat(delivery(topology.deliveries().getFirst()).event().published())
                .isEqualTo(NOON);
    }

    /** Anybody can write such a header: were its position waited for, each of them would hold a stream thread. */
    @Test
    void aForgedPositionIsTheEndOfTheTable() {
        topology.putTopic("shop", EVENT_GRID_TOPIC);
        topology.putSubscription("shop/billing", "u1", subscription());
        topology.subscriptionsEnd(1);
        topology.publish(order("1"), HeaderNames.TOPIC, "shop", HeaderNames.SUBSCRIPTIONS_OFFSET, "999999999999");
        topology.publish(order("2"), HeaderNames.TOPIC, "shop", HeaderNames.SUBSCRIPTIONS_OFFSET, "-1");
        assertThat(topology.deliveries()).hasSize(2);
    }

    /** B-MATCH-6: another instance may have read what this one has not. */
    @Test
    void anEventIsNeverMatchedAgainstATableThatIsKnownToBeBehind() {
        topology.putTopic("shop", EVENT_GRID_TOPIC);
        topology.putSubscription("shop/billing", "u1", subscription());
        topology.subscriptionsEnd(2);
        assertThatThrownBy(() ->
                        topology.publish(order("1"), HeaderNames.TOPIC, "shop", HeaderNames.SUBSCRIPTIONS_OFFSET, "2"))
                .rootCause()
                .hasMessageContaining("behind");
        assertThat(topology.deliveries()).isEmpty();
        assertThat(topology.rejected()).isEmpty();
    }
}
