package io.tidings.worker.dispatch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.RetryLadder;
import io.tidings.contract.TimeScale;
import io.tidings.contract.TraceContext;
import io.tidings.contract.delivery.Delivery;
import io.tidings.contract.delivery.DeliveryOrder;
import io.tidings.contract.event.EventSchema;
import io.tidings.contract.subscription.DeliveryAttribute;
import io.tidings.contract.subscription.DeliveryAttribute.Dynamic;
import io.tidings.contract.subscription.DeliveryAttribute.Static;
import io.tidings.contract.subscription.KafkaDestination;
import io.tidings.worker.Examples;
import io.tidings.worker.partition.AssignedPartition;
import io.tidings.worker.partition.PolledDelivery;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RecordTemplateTest {
    private static final byte[] WITH_PARTITION_KEY =
            "{\"id\":\"1\",\"partitionkey\":\"p1\",\"data\":{\"tenant\":\"a\"}}".getBytes(UTF_8);

    @Test
    void aRecordIsTheEventWithTheHeadersOfEventHubs() {
        var prepared = prepared(EventSchema.CLOUD_EVENTS, List.of());
        var record = prepared.record();
        assertThat(record.topic()).isEqualTo("shop.orders");
        assertThat(record.key()).isNull();
        assertThat(record.value()).isEqualTo(event());
        assertThat(headers(record))
                .containsEntry("content-type", "application/cloudevents+json; charset=utf-8")
                .containsEntry("aeg-event-type", "Notification")
                .containsEntry("aeg-subscription-name", "BILLING")
                .containsEntry("aeg-metadata-version", "1.0")
                .containsEntry("aeg-delivery-count", "0")
                .containsEntry("tidings-hops", "1")
                .containsKey("aeg-output-event-id")
                .doesNotContainKey("traceparent");
        assertThat(prepared.leftOut()).isZero();
    }

    @Test
    void anEventGridEventIsPlainJson() {
        assertThat(headers(prepared(EventSchema.EVENT_GRID, List.of()).record()))
                .containsEntry("content-type", "application/json; charset=utf-8")
                .containsEntry("aeg-metadata-version", "1");
    }

    @Test
    void thePartitionKeyIsTheKeyAndOtherAttributesAreHeaders() {
        var record = prepared(
                        EventSchema.CLOUD_EVENTS,
                        List.of(
                                new Dynamic("partitionKey", "data.tenant"),
                                new Dynamic("X-Order", "data.order"),
                                new Static("X-Fixed", "v", false)))
                .record();
        assertThat(record.key()).isEqualTo("a".getBytes(UTF_8));
        assertThat(headers(record))
                .containsEntry("X-Order", "7")
                .containsEntry("X-Fixed", "v")
                .doesNotContainKey("partitionKey");
        assertThat(prepared(EventSchema.CLOUD_EVENTS, List.of(new Static("PartitionKey", "k", false)))
                        .record()
                        .key())
                .isEqualTo("k".getBytes(UTF_8));
    }

    @Test
    void aKeyThatIsMissingOrTooLongIsLeftOut() {
        for (var path : List.of("data.long", "data.none")) {
            var prepared = prepared(EventSchema.CLOUD_EVENTS, List.of(new Dynamic("PartitionKey", path)));
            assertThat(prepared.record().key()).isNull();
            assertThat(prepared.leftOut()).isEqualTo(1);
        }
    }

    @Test
    void withoutThatAttributeTheKeyIsTheOrderKeyOrElseThePartitionKeyOfTheCloudEvent() {
        var ordered = Examples.newDelivery().ordered(new DeliveryOrder("customer-1", null));
        for (var schema : List.of(EventSchema.CLOUD_EVENTS, EventSchema.EVENT_GRID)) {
            assertThat(key(schema, List.of(), ordered, WITH_PARTITION_KEY)).isEqualTo("customer-1");
        }
        var prepared = template(EventSchema.CLOUD_EVENTS, List.of(new Dynamic("X-None", "data.none")))
                .record(polled(Examples.newDelivery(), WITH_PARTITION_KEY), null);
        assertThat(prepared.record().key()).isEqualTo("p1".getBytes(UTF_8));
        assertThat(prepared.leftOut()).isEqualTo(1);
        assertThat(key(EventSchema.EVENT_GRID, List.of(), Examples.newDelivery(), WITH_PARTITION_KEY))
                .as("a member that means nothing there")
                .isNull();
        var own = List.<DeliveryAttribute>of(new Dynamic("PartitionKey", "data.tenant"));
        assertThat(key(EventSchema.CLOUD_EVENTS, own, ordered, WITH_PARTITION_KEY))
                .isEqualTo("a");
    }

    private static @Nullable String key(
            EventSchema schema, List<DeliveryAttribute> attributes, Delivery delivery, byte[] event) {
        var key = template(schema, attributes)
                .record(polled(delivery, event), null)
                .record()
                .key();
        return key == null ? null : new String(key, UTF_8);
    }

    @Test
    void aTraceGoesOnInTheHeaders() {
        var trace = new TraceContext("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", null);
        assertThat(headers(template(EventSchema.CLOUD_EVENTS, List.of())
                        .record(polled(), trace)
                        .record()))
                .containsEntry("traceparent", trace.traceparent());
    }

    private static RecordTemplate.Prepared prepared(EventSchema schema, List<DeliveryAttribute> attributes) {
        return template(schema, attributes).record(polled(), null);
    }

    private static RecordTemplate template(EventSchema schema, List<DeliveryAttribute> attributes) {
        var destination = new KafkaDestination("/subscriptions/1/eventhubs/orders", attributes);
        var subscription = Examples.keepingDeadLetters().with(destination);
        return RecordTemplate.of(subscription, destination, schema, "shop.orders");
    }

    private static PolledDelivery polled() {
        return polled(Examples.newDelivery(), event());
    }

    private static PolledDelivery polled(Delivery delivery, byte[] event) {
        var partition = new AssignedPartition(
                new TopicPartition("tidings.deliveries", 3), null, new RetryLadder(TimeScale.REAL), Duration.ZERO);
        return new PolledDelivery(partition, 0, delivery, Examples.BILLING.bytes(), event);
    }

    private static byte[] event() {
        return """
            {"id":"1","data":{"tenant":"a","order":7,"long":"%s"}}\
            """.formatted("k".repeat(129)).getBytes(UTF_8);
    }

    private static Map<String, String> headers(ProducerRecord<byte[], byte[]> record) {
        var headers = new LinkedHashMap<String, String>();
        record.headers().forEach(each -> headers.put(each.key(), new String(each.value(), UTF_8)));
        return headers;
    }
}
