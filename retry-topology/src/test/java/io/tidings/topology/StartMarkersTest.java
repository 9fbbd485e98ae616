package io.tidings.topology;

import static io.tidings.topology.DrivenTopology.TOPICS;
import static io.tidings.topology.Examples.EVENT_GRID_TOPIC;
import static io.tidings.topology.Examples.headers;
import static io.tidings.topology.Examples.order;
import static io.tidings.topology.Examples.subscription;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidings.contract.HeaderNames;
import io.tidings.contract.delivery.EventSource;
import io.tidings.contract.record.StartMarker;
import io.tidings.runtime.tracing.Tracing;
import io.tidings.topology.match.PassedMarkers;
import io.tidings.topology.match.TableBehind;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.streams.errors.StreamsException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** B-START: matching delivers to a subscription that starts in the past behind its marker. */
class StartMarkersTest {
    private static final TopicPartition EVENTS = new TopicPartition(TOPICS.events(), 0);

    private final DrivenTopology topology = new DrivenTopology(Tracing.off());

    @BeforeEach
    void subscribe() {
        topology.putTopic("shop", EVENT_GRID_TOPIC);
        topology.putSubscription("shop/audit", "u0", subscription());
        put("open");
    }

    @AfterEach
    void close() {
        topology.close();
    }

    private void put(String state) {
        topology.putSubscription(
                "shop/billing",
                headers(
                        HeaderNames.SUBSCRIPTION_UID, "u1",
                        HeaderNames.PROVISIONING_STATE, "Succeeded",
                        HeaderNames.START, state),
                subscription("\"tidings\":{\"start\":\"earliest\"}"));
    }

    @Test
    void onlyWhatIsBehindTheMarkerIsDelivered() {
        publish("1");
        assertThat(topology.keys()).containsExactly("shop/audit");
        mark("u2", 0); // of another subscription
        publish("2");
        assertThat(topology.keys()).containsExactly("shop/audit");
        mark("u1", 0);
        mark("u1", 0);
        publish("3");
        assertThat(topology.keys()).containsExactlyInAnyOrder("shop/audit", "shop/billing");
        assertThat(topology.rejected()).isEmpty();
    }

    @Test
    void withoutAnOpenStartNoMarkerIsNeeded() {
        put("done");
        publish("1");
        assertThat(topology.keys()).containsExactlyInAnyOrder("shop/audit", "shop/billing");
        mark("u1", 0);
        assertThat(topology.deliveries()).isEmpty();
        assertThat(topology.rejected()).isEmpty();
    }

    /** Another instance wrote the subscription again, without having read the end. */
    @Test
    void aStartThatHasEndedStaysSo() {
        put("done");
        put("open");
        publish("1");
        assertThat(topology.keys()).containsExactlyInAnyOrder("shop/audit", "shop/billing");
        topology.putSubscription(
                "shop/billing",
                headers(
                        HeaderNames.SUBSCRIPTION_UID, "u3",
                        HeaderNames.PROVISIONING_STATE, "Succeeded",
                        HeaderNames.START, "open"),
                subscription("\"tidings\":{\"start\":\"earliest\"}"));
        publish("2");
        assertThat(topology.keys()).containsExactly("shop/audit");
    }

    /** B-MATCH-6 */
    @Test
    void aMarkerWaitsForTheTableOfSubscriptions() {
        topology.subscriptionsEnd(9);
        assertThatThrownBy(() -> mark("u1", 9))
                .isInstanceOf(StreamsException.class)
                .hasRootCauseInstanceOf(TableBehind.class);
    }

    @Test
    void aCommitHasTheMarkersBeforeItsOffset() {
        var markers = new PassedMarkers();
        markers.taken(EVENTS, "", 0);
        var all = Set.of("u1", "u2", "u3");
        markers.passed(source(4), "u1", all);
        markers.passed(source(7), "u2", all);
        markers.passed(source(8), "u1", all);
        assertThat(markers.note(EVENTS, 4)).isEmpty();
        assertThat(markers.note(EVENTS, 5)).isEqualTo("~u1@4");
        assertThat(markers.note(EVENTS, 9)).isEqualTo("~u1@4~u2@7");
        markers.passed(source(9), "u3", Set.of("u2", "u3"));
        assertThat(markers.note(EVENTS, 10)).isEqualTo("~u1@4~u2@7~u3@9");
        assertThat(markers.note(new TopicPartition("other", 0), 9)).isEmpty();
    }

    private static EventSource source(long offset) {
        return new EventSource(EVENTS.topic(), EVENTS.partition(), offset);
    }

    private void publish(String id) {
        topology.publish(order(id), HeaderNames.TOPIC, "shop");
    }

    private void mark(String uid, long tableRead) {
        topology.publish(null, texts(StartMarker.headers("shop", uid, tableRead)));
    }

    private static String[] texts(List<Header> headers) {
        return headers.stream()
                .flatMap(header -> Stream.of(header.key(), Examples.text(header.value())))
                .toArray(String[]::new);
    }
}
