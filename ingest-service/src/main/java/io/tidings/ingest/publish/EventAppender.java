package io.tidings.ingest.publish;

import static io.tidings.contract.HeaderText.header;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidings.contract.HeaderNames;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.Topics;
import io.tidings.contract.TraceContext;
import io.tidings.contract.delivery.EventSource;
import io.tidings.contract.event.Event;
import io.tidings.contract.event.EventSchema;
import io.tidings.contract.topic.TopicResource;
import io.tidings.runtime.kafka.KafkaFutures;
import io.tidings.runtime.tracing.Tracing;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.errors.ClusterAuthorizationException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.UnsupportedVersionException;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Appends events to the events topics.
 *
 * @param dedicated returns whether there is such a Kafka topic
 * @param tableRead how far this instance has read the subscriptions table (B-MATCH-6)
 * @param lost called when the producer can never work again
 */
public record EventAppender(
        Producer<byte[], byte[]> producer,
        Topics topics,
        Predicate<String> dedicated,
        LongSupplier tableRead,
        Consumer<Throwable> lost,
        Tracing tracing) {
    private static final Logger log = LoggerFactory.getLogger(EventAppender.class);
    private static final Header FORMAT = header(HeaderNames.FORMAT, HeaderNames.FORMAT_1);
    private static final Header JSON = header(HeaderNames.CONTENT_TYPE, "application/json");
    private static final Header CLOUD_EVENT = header(HeaderNames.CONTENT_TYPE, "application/cloudevents+json");

    /**
     * Sends all events before it waits for the first, so that they take one round trip, and waits until the last is
     * durable. The producer puts neighbouring events without a key into batches of one partition.
     *
     * @param ofRequest trace context of the request; that of an event counts only without it
     * @param hops how often Tidings has delivered the events to itself
     */
    AppendResult append(TopicResource topic, List<Event> events, @Nullable TraceContext ofRequest, int hops) {
        var name = topic.name();
        var input = topic.input();
        var kafkaTopic = kafkaTopic(name);
        var requested = new PublishTracing(tracing, ofRequest);
        var headers = new HashMap<String, List<Header>>(); // by topic: each event of a domain names its own
        var promises = new ArrayList<Future<RecordMetadata>>(events.size());
        var appending = "appending events to " + kafkaTopic;
        try {
            for (var event : events) {
                var named = input.topicOf(event);
                var common = headers.computeIfAbsent(named, each -> headers(each, event.schema(), hops));
                var promise = producer.send(new ProducerRecord<>(
                        kafkaTopic,
                        null,
                        null,
                        key(topic, event),
                        event.json(),
                        requested.headers(named, event, common)));
                promises.add(promise);
                if (promise.state() == Future.State.FAILED) {
                    break; // each further one would wait for its own timeout
                }
            }
            for (int i = 0; i < promises.size(); i++) {
                var metadata = KafkaFutures.await(promises.get(i), appending);
                log.debug("event {} of topic {} is at {}", events.get(i).id(), name, metadata);
            }
            requested.ended();
            return new AppendResult.Durable();
        } catch (RecordTooLargeException e) {
            requested.failed("TooLarge");
            return new AppendResult.TooLarge("an event is larger than Kafka topic " + kafkaTopic + " takes");
        } catch (KafkaException e) {
            requested.failed("Unavailable");
            if (neverWorksAgain(e)) {
                lost.accept(e);
            }
            return new AppendResult.Unavailable("Kafka does not accept events at the moment (" + e.getMessage() + ")");
        }
    }

    /**
     * Appends an event for one subscription only, and waits until it is durable.
     *
     * @param only the subscription
     * @throws KafkaException if Kafka does not accept it
     */
    public EventSource append(TopicResource topic, SubscriptionKey only, Event event) {
        var named = topic.input().topicOf(event);
        var headers = new ArrayList<>(headers(named, event.schema(), 0));
        headers.add(header(HeaderNames.ONLY, only.only(named)));
        var record =
                new ProducerRecord<>(kafkaTopic(topic.name()), null, null, key(topic, event), event.json(), headers);
        var written = KafkaFutures.await(producer.send(record), "appending to " + record.topic());
        return new EventSource(written.topic(), written.partition(), written.offset());
    }

    /** Events with the same key go to one partition, and keep their order there (B-LANE-2). */
    private static byte @Nullable [] key(TopicResource topic, Event event) {
        var key = topic.partitionKey(event);
        return key == null ? null : key.getBytes(UTF_8);
    }

    private String kafkaTopic(String topic) {
        return dedicated.test(topics.events(topic)) ? topics.events(topic) : topics.events();
    }

    /** Most failures pass, or concern one Kafka topic only; after these the producer refuses everything. */
    private static boolean neverWorksAgain(KafkaException e) {
        boolean asked = e instanceof InterruptException || e.getCause() instanceof InterruptedException;
        return e instanceof ProducerFencedException
                || e instanceof ClusterAuthorizationException
                || e instanceof UnsupportedVersionException
                || !(e instanceof ApiException || asked);
    }

    private List<Header> headers(String topic, EventSchema schema, int hops) {
        var always = List.of(
                FORMAT,
                header(HeaderNames.TOPIC, topic),
                schema == EventSchema.CLOUD_EVENTS ? CLOUD_EVENT : JSON,
                header(HeaderNames.SUBSCRIPTIONS_OFFSET, Long.toString(tableRead.getAsLong())));
        if (hops == 0) {
            return always;
        }
        var all = new ArrayList<>(always);
        all.add(header(HeaderNames.HOPS, Integer.toString(hops)));
        return all;
    }
}
