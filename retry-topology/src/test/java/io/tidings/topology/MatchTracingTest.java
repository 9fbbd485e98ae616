package io.tidings.topology;

import static io.tidings.topology.DrivenTopology.delivery;
import static io.tidings.topology.Examples.CLOUD_EVENTS_TOPIC;
import static io.tidings.topology.Examples.EVENT_GRID_TOPIC;
import static io.tidings.topology.Examples.VERSIONED_TOPIC;
import static io.tidings.topology.Examples.bytes;
import static io.tidings.topology.Examples.order;
import static io.tidings.topology.Examples.subscription;
import static io.tidings.topology.Examples.versioned;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.HeaderNames;
import io.tidings.contract.TraceContext;
import io.tidings.runtime.tracing.Attribute;
import io.tidings.runtime.tracing.RecordingTracing;
import io.tidings.runtime.tracing.Step;
import io.tidings.runtime.tracing.Tracing;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The trace contexts of an event before the match and of its deliveries. */
class MatchTracingTest {
    private static final String OF_EVENT = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
    private static final String OF_RECORD = "00-4bf92f3577b34da6a3ce929d0e0e4736-1111111111111111-01";

    private final RecordingTracing told = new RecordingTracing();
    private final DrivenTopology tracing = new DrivenTopology(told);
    private final DrivenTopology untraced = new DrivenTopology(Tracing.off());

    @AfterEach
    void close() {
        tracing.close();
        untraced.close();
    }

    @Test
    void theTraceContextOfTheRecordComesBeforeThatOfTheCloudEvent() {
        untraced.putTopic("shop", CLOUD_EVENTS_TOPIC);
        untraced.putSubscription("shop/billing", "u1", bytes("""
            {"properties": {"eventDeliverySchema": "CloudEventSchemaV1_0", "destination": {"endpointType": "WebHook",
              "properties": {"endpointUrl": "https://example.com/hook"}}}}\
            """));
        var structured = new String[] {HeaderNames.TOPIC, "shop", "content-type", "application/cloudevents+json"};
        untraced.publish(traced(OF_EVENT), structured);
        untraced.publish(bytes("1"), binary("ce_traceparent", OF_EVENT, "ce_tracestate", "vendor=1"));
        untraced.publish(
                bytes("1"), binary("ce_traceparent", OF_EVENT, "traceparent", OF_RECORD, "tracestate", "vendor=2"));
        untraced.publish(
                bytes("1"), binary("ce_traceparent", OF_EVENT, "traceparent", "no trace", "tracestate", "vendor=2"));
        untraced.publish(traced("no trace"), structured);
        assertThat(untraced.deliveries())
                .extracting(record -> delivery(record).event().trace())
                .containsExactly(
                        new TraceContext(OF_EVENT, null),
                        new TraceContext(OF_EVENT, "vendor=1"),
                        new TraceContext(OF_RECORD, "vendor=2"),
                        new TraceContext(OF_EVENT, null),
                        null);
    }

    private static byte[] traced(String traceparent) {
        return bytes("{\"specversion\":\"1.0\",\"id\":\"1\",\"source\":\"/s\",\"type\":\"t\",\"traceparent\":\"%s\"}"
                .formatted(traceparent));
    }

    private static String[] binary(String... more) {
        var event = List.of(
                HeaderNames.TOPIC,
                "shop",
                "content-type",
                "application/json",
                "ce_specversion",
                "1.0",
                "ce_id",
                "1",
                "ce_source",
                "/s",
                "ce_type",
                "t");
        return Stream.concat(event.stream(), Stream.of(more)).toArray(String[]::new);
    }

    @Test
    void withTracingDeliveriesBelongToTheStepThatMatchedThem() {
        tracing.putTopic("shop", EVENT_GRID_TOPIC);
        tracing.putSubscription("shop/billing", "u1", subscription());
        tracing.putSubscription("shop/audit", "u2", subscription());
        tracing.publish(order("1"), HeaderNames.TOPIC, "shop", HeaderNames.TRACEPARENT, OF_RECORD);
        tracing.publish(order("2"), HeaderNames.TOPIC, "shop");
        var parent = new TraceContext(OF_RECORD, null);
        var first = told.told().getFirst();
        assertThat(first.step()).isEqualTo(Step.MATCH);
        assertThat(first.parent()).isEqualTo(parent);
        assertThat(first.attributes())
                .containsEntry(Attribute.TOPIC, "shop")
                .containsEntry(Attribute.EVENT_ID, "1")
                .containsEntry(Attribute.SOURCE, "tidings.events-0@0")
                .containsEntry(Attribute.MATCHED, 2L);
        assertThat(told.told().getLast().parent()).isNull();
        assertThat(tracing.deliveries())
                .extracting(record -> delivery(record).event().trace())
                .containsExactly(
                        first.own(),
                        first.own(),
                        told.told().getLast().own(),
                        told.told().getLast().own());
    }

    @Test
    void withTracingARejectionIsAFailedStep() {
        tracing.publish(order("1"), HeaderNames.TRACEPARENT, OF_RECORD);
        assertThat(told.told()).singleElement().satisfies(span -> {
            assertThat(span.parent()).isEqualTo(new TraceContext(OF_RECORD, null));
            assertThat(span.failure()).isEqualTo("rejected");
            assertThat(span.attributes()).containsEntry(Attribute.REASON, "NoTopic");
        });
    }

    /** Of the same event others may still get a delivery, so it is one step, in its own trace. */
    @Test
    void withTracingWhatIsTooLargeForASubscriptionFailsTheStepThatMatchedIt() {
        tracing.putTopic("shop", VERSIONED_TOPIC);
        tracing.putSubscription("shop/billing", "u1", subscription());
        tracing.publish(versioned(800_000), HeaderNames.TOPIC, "shop", HeaderNames.TRACEPARENT, OF_RECORD);
        assertThat(tracing.rejected()).hasSize(1);
        assertThat(told.told()).singleElement().satisfies(span -> {
            assertThat(span.parent()).isEqualTo(new TraceContext(OF_RECORD, null));
            assertThat(span.failure()).isEqualTo("rejected");
            assertThat(span.attributes())
                    .containsEntry(Attribute.TOPIC, "shop")
                    .containsEntry(Attribute.REASON, "TooLarge")
                    .containsEntry(Attribute.MATCHED, 0L);
        });
    }
}
