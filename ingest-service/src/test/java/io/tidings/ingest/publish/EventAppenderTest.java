package io.tidings.ingest.publish;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.tidings.contract.HeaderNames;
import io.tidings.contract.Topics;
import io.tidings.contract.event.Event;
import io.tidings.contract.event.EventReader;
import io.tidings.contract.event.EventSchema;
import io.tidings.contract.event.InputMapping;
import io.tidings.contract.event.ParseResult;
import io.tidings.contract.event.TopicIds;
import io.tidings.contract.eventtype.DataCheck;
import io.tidings.contract.json.Unread;
import io.tidings.contract.lane.OrderBy;
import io.tidings.contract.topic.ArmMembers;
import io.tidings.contract.topic.Deduplicate;
import io.tidings.contract.topic.Mask;
import io.tidings.contract.topic.PublishLimits;
import io.tidings.contract.topic.TopicResource;
import io.tidings.runtime.tracing.Tracing;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** B-PUB-2: how the events of one request get into the log. */
class EventAppenderTest {
    private static final int EVENTS = 1_000;

    private final MockProducer<byte[], byte[]> producer =
            new MockProducer<>(false, null, new ByteArraySerializer(), new ByteArraySerializer());

    @Test
    void everyEventIsOnItsWayBeforeAnyIsWaitedFor() throws Exception {
        var appended = append(events());
        await().until(() -> producer.history().size() == EVENTS);
        for (int i = 1; i < EVENTS; i++) {
            assertThat(producer.completeNext()).isTrue();
        }
        assertThat(appended).isNotDone();
        assertThat(producer.completeNext()).isTrue();
        assertThat(appended.get(90, SECONDS)).isEqualTo(new AppendResult.Durable());
    }

    @Test
    void oneEventThatIsNotDurableIsEnoughToRefuseAll() throws Exception {
        var appended = append(events());
        await().until(() -> producer.history().size() == EVENTS);
        for (int i = 1; i < EVENTS; i++) {
            producer.completeNext();
        }
        producer.errorNext(new TimeoutException("no broker"));
        assertThat(appended.get(90, SECONDS)).isInstanceOf(AppendResult.Unavailable.class);
    }

    @Test
    void eventsHaveNoKeyOfThemselvesSoThatTheyMayShareABatch() throws Exception {
        var appended = append(events());
        await().until(() -> producer.history().size() == EVENTS);
        producer.flush();
        assertThat(appended.get(90, SECONDS)).isEqualTo(new AppendResult.Durable());
        assertThat(producer.history()).allSatisfy(record -> {
            assertThat(record.key()).isNull();
            assertThat(record.partition()).isNull();
            assertThat(record.headers()
                            .lastHeader(HeaderNames.SUBSCRIPTIONS_OFFSET)
                            .value())
                    .isEqualTo("7".getBytes(UTF_8));
        });
    }

    /** The log of the program leads from an event to its record in Kafka. */
    @Test
    void withDebugEachEventIsALineThatSaysWhereItIs() throws Exception {
        var logged = new ListAppender<ILoggingEvent>();
        logged.start();
        var log = (Logger) LoggerFactory.getLogger(EventAppender.class);
        log.setLevel(Level.DEBUG);
        log.addAppender(logged);
        try {
            var appended = append(events().subList(0, 2));
            await().until(() -> producer.history().size() == 2);
            producer.flush();
            assertThat(appended.get(90, SECONDS)).isEqualTo(new AppendResult.Durable());
            assertThat(logged.list)
                    .extracting(ILoggingEvent::getFormattedMessage)
                    .containsExactly(
                            "event 0 of topic orders is at tidings.events-0@0",
                            "event 1 of topic orders is at tidings.events-0@1");
        } finally {
            log.detachAppender(logged);
            log.setLevel(null);
        }
    }

    /** #31: B-LANE-2: events that are published over HTTP keep the order of their key. */
    @Test
    void theKeyIsTheValueThatTheTopicIsPartitionedBy() throws Exception {
        var topic = topic(new OrderBy("/data/customer"));
        var appended = append(topic, read("""
            [{"specversion":"1.0","id":"1","source":"/s","type":"t","partitionkey":"p","data":{"customer":"c-7"}},\
            {"specversion":"1.0","id":"2","source":"/s","type":"t","partitionkey":"p","data":{}}]\
            """));
        assertThat(keys(appended, 2)).containsExactly("c-7", null);
    }

    /** #31: B-LANE-2. */
    @Test
    void withoutThatItIsThePartitionKeyOfACloudEvent() throws Exception {
        var appended = append(topic(null), read("""
            [{"specversion":"1.0","id":"1","source":"/s","type":"t","partitionkey":"Kiel"},\
            {"specversion":"1.0","id":"2","source":"/s","type":"t","partitionkey":""}]\
            """));
        assertThat(keys(appended, 2)).containsExactly("Kiel", null);
    }

    /** B-DEDUP-3: equal events are in one partition, in which duplicates are found. */
    @Test
    void elseItIsTheKeyByWhichEventsAreDeduplicated() throws Exception {
        var byOrder = new Deduplicate(new OrderBy("/data/order"), Deduplicate.USUAL_WINDOW);
        var topic = topic(new OrderBy("/data/customer"), byOrder);
        var appended = append(topic, read("""
            [{"specversion":"1.0","id":"1","source":"/s","type":"t","data":{"customer":"c-7","order":"A"}},\
            {"specversion":"1.0","id":"2","source":"/s","type":"t","data":{"order":"a"}},\
            {"specversion":"1.0","id":"3","source":"/s","type":"t","data":{}}]\
            """));
        assertThat(keys(appended, 3)).containsExactly("c-7", "a", null);
    }

    /** B-DEDUP-3. */
    @Test
    void thatMayBeTheIdOfTheEvent() throws Exception {
        var appended = append(topic(null, new Deduplicate(null, Deduplicate.USUAL_WINDOW)), read("""
            [{"specversion":"1.0","id":"1","source":"/s","type":"t","partitionkey":"p"}]\
            """));
        assertThat(keys(appended, 1)).containsExactly("1");
    }

    private List<@Nullable String> keys(CompletableFuture<AppendResult> appended, int events) throws Exception {
        await().until(() -> producer.history().size() == events);
        producer.flush();
        assertThat(appended.get(90, SECONDS)).isEqualTo(new AppendResult.Durable());
        var keys = new ArrayList<@Nullable String>();
        producer.history().forEach(record -> keys.add(record.key() == null ? null : new String(record.key(), UTF_8)));
        return keys;
    }

    private static TopicResource topic(@Nullable OrderBy partitionBy) {
        return topic(partitionBy, null);
    }

    private static TopicResource topic(@Nullable OrderBy partitionBy, @Nullable Deduplicate deduplicate) {
        return new TopicResource(
                "orders",
                EventSchema.CLOUD_EVENTS,
                InputMapping.NONE,
                null,
                partitionBy,
                deduplicate,
                PublishLimits.NONE,
                Mask.NONE,
                DataCheck.OFF,
                ArmMembers.NONE,
                null,
                Unread.NONE);
    }

    private CompletableFuture<AppendResult> append(List<Event> events) {
        return append(topic(null), events);
    }

    private CompletableFuture<AppendResult> append(TopicResource topic, List<Event> events) {
        var log = new EventAppender(
                producer, new Topics(Topics.DEFAULT_PREFIX), _ -> false, () -> 7, _ -> {}, Tracing.off());
        return CompletableFuture.supplyAsync(() -> log.append(topic, events, null, 0));
    }

    private static List<Event> events() {
        var json = IntStream.range(0, EVENTS)
                .mapToObj("{\"specversion\":\"1.0\",\"id\":\"%d\",\"source\":\"/s\",\"type\":\"t\"}"::formatted)
                .collect(Collectors.joining(",", "[", "]"));
        return read(json);
    }

    private static List<Event> read(String json) {
        var reading = new EventReader(new TopicIds(TopicIds.DEFAULT_FORMAT))
                .many(EventSchema.CLOUD_EVENTS, "orders", json.getBytes(UTF_8));
        return ((ParseResult.Valid) reading).events();
    }
}
