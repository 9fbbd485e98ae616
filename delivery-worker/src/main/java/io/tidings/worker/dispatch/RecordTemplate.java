package io.tidings.worker.dispatch;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidings.contract.HeaderNames;
import io.tidings.contract.HeaderText;
import io.tidings.contract.TraceContext;
import io.tidings.contract.event.EventSchema;
import io.tidings.contract.subscription.DeliveryAttribute;
import io.tidings.contract.subscription.HeaderRules;
import io.tidings.contract.subscription.KafkaDestination;
import io.tidings.contract.subscription.Subscription;
import io.tidings.worker.partition.PolledDelivery;
import io.tidings.worker.webhook.DynamicHeaders;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * The common part of all records of a subscription for a Kafka topic: one event as JSON, by CloudEvents' structured
 * mode or as Event Grid's schema, with the headers that Event Grid gives to events in Event Hubs.
 */
public final class RecordTemplate {
    private final String topic;
    private final EventSchema schema;
    private final List<Header> headers;
    private final byte @Nullable [] key;
    private final DynamicHeaders dynamic;
    private final int dynamicCount;
    /** True if the subscription has the attribute {@code PartitionKey}. */
    private final boolean ownKey;

    /** @param leftOut the number of headers without a legal value */
    public record Prepared(ProducerRecord<byte[], byte[]> record, int leftOut) {}

    private RecordTemplate(
            String topic,
            EventSchema schema,
            List<Header> headers,
            byte @Nullable [] key,
            List<DeliveryAttribute.Dynamic> dynamic,
            boolean ownKey) {
        this.topic = topic;
        this.schema = schema;
        this.headers = List.copyOf(headers);
        this.key = key;
        this.dynamic = new DynamicHeaders(ownKey || schema != EventSchema.CLOUD_EVENTS ? dynamic : withKey(dynamic));
        this.dynamicCount = dynamic.size();
        this.ownKey = ownKey;
    }

    /** The attribute of CloudEvents that says which events belong together (extension Partitioning). */
    private static List<DeliveryAttribute.Dynamic> withKey(List<DeliveryAttribute.Dynamic> dynamic) {
        var all = new ArrayList<>(dynamic);
        all.add(new DeliveryAttribute.Dynamic(KafkaDestination.PARTITION_KEY, "partitionkey"));
        return all;
    }

    /** @param schema of the bytes that are written: the subscription's schema when the event was matched */
    public static RecordTemplate of(
            Subscription subscription, KafkaDestination destination, EventSchema schema, String topic) {
        boolean cloudEvents = schema == EventSchema.CLOUD_EVENTS;
        var headers = new ArrayList<Header>();
        headers.add(HeaderText.header(
                "content-type",
                cloudEvents ? "application/cloudevents+json; charset=utf-8" : "application/json; charset=utf-8"));
        headers.add(HeaderText.header("aeg-event-type", "Notification"));
        headers.add(HeaderText.header(
                "aeg-subscription-name", subscription.key().name().toUpperCase(Locale.ROOT)));
        headers.add(HeaderText.header("aeg-metadata-version", cloudEvents ? "1.0" : "1"));
        byte @Nullable [] key = null;
        boolean ownKey = false;
        var dynamic = new ArrayList<DeliveryAttribute.Dynamic>();
        for (var attribute : distinct(destination.attributes())) {
            ownKey |= KafkaDestination.isPartitionKey(attribute);
            switch (attribute) {
                case DeliveryAttribute.Dynamic each -> dynamic.add(each);
                case DeliveryAttribute.Static(var name, var value, var _) -> {
                    if (KafkaDestination.isPartitionKey(attribute)) {
                        key = value.getBytes(UTF_8);
                    } else {
                        headers.add(HeaderText.header(name, value));
                    }
                }
            }
        }
        return new RecordTemplate(topic, schema, headers, key, dynamic, ownKey);
    }

    /** Drops illegal attributes, because other programs may write the table of subscriptions. */
    private static List<DeliveryAttribute> distinct(List<DeliveryAttribute> attributes) {
        var names = new HashSet<String>();
        return attributes.stream()
                .filter(each -> HeaderRules.brokenByName(each.name()).isEmpty())
                .filter(each -> !(each instanceof DeliveryAttribute.Static(var _, var value, var secret))
                        || (!secret && legal(each.name(), value)))
                .filter(each -> names.add(each.name().toLowerCase(Locale.ROOT)))
                .toList();
    }

    private static boolean legal(String name, String value) {
        return HeaderRules.legalValue(value)
                && (!name.equalsIgnoreCase(KafkaDestination.PARTITION_KEY)
                        || value.length() <= KafkaDestination.MAX_PARTITION_KEY);
    }

    /** @param trace null if nothing is traced */
    public Prepared record(PolledDelivery polled, @Nullable TraceContext trace) {
        var delivery = polled.delivery();
        var all = new ArrayList<>(headers);
        all.add(HeaderText.header(
                "aeg-delivery-count", Integer.toString(delivery.retryState().attempts())));
        all.add(HeaderText.header("aeg-output-event-id", delivery.event().id()));
        all.add(HeaderText.header(
                HeaderNames.HOPS, Integer.toString(delivery.event().hops() + 1)));
        var version = delivery.event().dataVersion();
        if (schema == EventSchema.EVENT_GRID && version != null) {
            all.add(HeaderText.header("aeg-data-version", version));
        }
        if (trace != null) {
            all.add(HeaderText.header(HeaderNames.TRACEPARENT, trace.traceparent()));
            if (trace.tracestate() != null) {
                all.add(HeaderText.header(HeaderNames.TRACESTATE, trace.tracestate()));
            }
        }
        var ofEvent = key;
        int used = 0;
        for (var value : dynamic.of(polled.event(), delivery.event().recordValues())
                .headers()
                .entrySet()) {
            if (!legal(value.getKey(), value.getValue())) {
                continue;
            }
            boolean isKey = value.getKey().equalsIgnoreCase(KafkaDestination.PARTITION_KEY);
            used += isKey && !ownKey ? 0 : 1;
            if (isKey) {
                ofEvent = value.getValue().getBytes(UTF_8);
            } else {
                all.add(HeaderText.header(value.getKey(), value.getValue()));
            }
        }
        var order = delivery.order();
        if (!ownKey && order != null) {
            ofEvent = order.key().getBytes(UTF_8);
        }
        return new Prepared(new ProducerRecord<>(topic, null, null, ofEvent, polled.event(), all), dynamicCount - used);
    }
}
