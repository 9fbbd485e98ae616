package io.tidings.ingest.publish;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.contract.HeaderNames;
import io.tidings.contract.Topics;
import io.tidings.contract.event.Event;
import io.tidings.contract.event.EventReader;
import io.tidings.contract.event.EventSchema;
import io.tidings.contract.event.Reading;
import io.tidings.contract.event.TopicIds;
import io.tidings.runtime.tracing.Tracing;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;

/** B-PUB-2: how the events of one request get into the log. */
class EventLogTest {
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
        assertThat(appended.get(90, SECONDS)).isEqualTo(new Appended.Durable());
    }

    @Test
    void oneEventThatIsNotDurableIsEnoughToRefuseAll() throws Exception {
        var appended = append(events());
        await().until(() -> producer.history().size() == EVENTS);
        for (int i = 1; i < EVENTS; i++) {
            producer.completeNext();
        }
        producer.errorNext(new TimeoutException("no broker"));
        assertThat(appended.get(90, SECONDS)).isInstanceOf(Appended.Unavailable.class);
    }

    @Test
    void eventsHaveNoKeySoThatTheyMayShareABatch() throws Exception {
        var appended = append(events());
        await().until(() -> producer.history().size() == EVENTS);
        producer.flush();
        assertThat(appended.get(90, SECONDS)).isEqualTo(new Appended.Durable());
        assertThat(producer.history()).allSatisfy(record -> {
            assertThat(record.key()).isNull();
            assertThat(record.partition()).isNull();
            assertThat(record.headers()
                            .lastHeader(HeaderNames.SUBSCRIPTIONS_OFFSET)
                            .value())
                    .isEqualTo("7".getBytes(UTF_8));
        });
    }

    private CompletableFuture<Appended> append(List<Event> events) {
        var log =
                new EventLog(producer, new Topics(Topics.DEFAULT_PREFIX), _ -> false, () -> 7, _ -> {}, Tracing.off());
        return CompletableFuture.supplyAsync(() -> log.append("orders", events, null));
    }

    private static List<Event> events() {
        var json = IntStream.range(0, EVENTS)
                .mapToObj("{\"specversion\":\"1.0\",\"id\":\"%d\",\"source\":\"/s\",\"type\":\"t\"}"::formatted)
                .collect(Collectors.joining(",", "[", "]"));
        var reading = new EventReader(new TopicIds(TopicIds.DEFAULT_FORMAT))
                .many(EventSchema.CLOUD_EVENTS, "orders", json.getBytes(UTF_8));
        return ((Reading.Valid) reading).events();
    }
}
