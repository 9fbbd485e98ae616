package io.tidings.ingest.audit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidings.contract.json.Validated;
import io.tidings.ingest.http.Body;
import io.tidings.ingest.http.Request;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.runtime.kafka.KafkaFutures;
import io.tidings.testbed.broker.SharedBroker;
import io.tidings.testbed.broker.TestTopics;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** B-ACCESS-3: the audit log is read backwards, a bounded part of it at once. */
class AuditHistoryIT {
    private static final KafkaClients CLIENTS =
            KafkaClients.of(SharedBroker.get().bootstrapServers());
    private static final int ALL = 1_201;

    private static Instant first;
    private static Admin admin;
    private static Producer<byte[], byte[]> producer;

    @BeforeAll
    static void start() {
        first = Instant.now().minus(1_300, ChronoUnit.MINUTES).truncatedTo(ChronoUnit.SECONDS);
        admin = CLIENTS.admin();
        TestTopics.create(
                admin,
                Stream.of("history.audit", "history.large", "history.empty", "history.foreign")
                        .map(name -> new NewTopic(name, 1, (short) 1))
                        .toArray(NewTopic[]::new));
        producer = CLIENTS.producer(Map.of());
        write("history.audit", ALL, "");
    }

    @AfterAll
    static void stop() {
        producer.close();
        admin.close();
    }

    /** One change a minute; every hundredth is by otto. */
    private static void write(String topic, int count, String filling) {
        var sent = IntStream.range(0, count)
                .mapToObj(i -> {
                    var time = minute(i);
                    var value = """
                        {"time":"%s","who":"%s","action":"PUT","resource":"topics/t-%d","n":%d,"filling":"%s"}\
                        """.formatted(time, i % 100 == 0 ? "otto" : "anna", i, i, filling);
                    return producer.send(record(topic, time, "topics/t-" + i, value));
                })
                .toList();
        sent.forEach(each -> KafkaFutures.await(each, "writing"));
    }

    private static Instant minute(int number) {
        return first.plus(number, ChronoUnit.MINUTES);
    }

    private static ProducerRecord<byte[], byte[]> record(String topic, Instant time, String key, String value) {
        return new ProducerRecord<>(topic, 0, time.toEpochMilli(), key.getBytes(UTF_8), value.getBytes(UTF_8));
    }

    @Test
    void theNewestComeFirstAndThePagesHaveEveryRecordOnce() {
        try (var history = history("history.audit")) {
            assertThat(numbers(page(history, "$top=3"))).containsExactly(1200, 1199, 1198);
            assertThat(all(history, "$top=7"))
                    .isEqualTo(IntStream.iterate(ALL - 1, n -> n >= 0, n -> n - 1)
                            .boxed()
                            .toList());
        }
    }

    @Test
    void aSearchFindsOldRecordsInOnePage() {
        try (var history = history("history.audit")) {
            var page = page(history, "who=otto&$top=100");
            assertThat(numbers(page)).containsExactly(1200, 1100, 1000, 900, 800, 700, 600, 500, 400, 300, 200, 100, 0);
            assertThat(page.next()).isNull();
            assertThat(page.searchedTo()).isNull();
            assertThat(numbers(page(history, "resource=topics/t-7"))).containsExactly(7);
        }
    }

    @Test
    void timesSelectWhatWasChangedBetweenThem() {
        try (var history = history("history.audit")) {
            var from = minute(10);
            var to = minute(13);
            assertThat(numbers(page(history, "from=" + from + "&to=" + to))).containsExactly(12, 11, 10);
            assertThat(numbers(page(history, "from=" + minute(ALL)))).isEmpty();
            assertThat(numbers(page(history, "to=" + first))).isEmpty();
        }
    }

    @Test
    void aSearchThatHasReadEnoughEndsAndSaysHowFarItCame() {
        try (var history = new AuditHistory(CLIENTS, admin, "history.audit", 1_000)) {
            var first = page(history, "resource=topics/t-7");
            assertThat(first.entries()).isEmpty();
            assertThat(first.next()).isEqualTo(201);
            assertThat(first.searchedTo()).isEqualTo(minute(201));
            assertThat(numbers(page(history, "resource=topics/t-7&$skiptoken=" + first.next())))
                    .containsExactly(7);
        }
    }

    @Test
    void aPageOfLargeRecordsEndsBeforeItIsTooLarge() {
        write("history.large", 8, "x".repeat(900_000));
        try (var history = history("history.large")) {
            var first = page(history, "");
            assertThat(numbers(first)).containsExactly(7, 6, 5, 4);
            assertThat(numbers(page(history, "$skiptoken=" + first.next()))).containsExactly(3, 2, 1, 0);
        }
    }

    @Test
    void anEmptyLogIsAnEmptyPage() {
        try (var history = history("history.empty")) {
            assertThat(page(history, "")).isEqualTo(new AuditHistory.Page(List.of(), null, null));
        }
    }

    @Test
    void whatIsNoRecordOfOursIsLeftOut() {
        KafkaFutures.await(producer.send(new ProducerRecord<>("history.foreign", new byte[] {1})), "writing");
        for (var value : List.of("no JSON", "[]", "{}")) {
            KafkaFutures.await(producer.send(record("history.foreign", first, "topics/t", value)), "writing");
        }
        try (var history = history("history.foreign")) {
            assertThat(page(history, "").entries()).isEmpty();
        }
    }

    @Test
    void aClosedHistoryShowsNothing() {
        var history = history("history.audit");
        assertThat(page(history, "$top=1").entries()).hasSize(1);
        history.close();
        assertThat(page(history, "$top=1").entries()).isEmpty();
    }

    @Test
    void anInterruptedReaderIsToldSo() {
        try (var history = history("history.audit")) {
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> page(history, "")).isInstanceOf(KafkaException.class);
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    private static AuditHistory history(String topic) {
        return new AuditHistory(CLIENTS, admin, topic);
    }

    private static AuditHistory.Page page(AuditHistory history, String query) {
        var request = new Request("GET", "/audit", query, "h", true, "192.0.2.7", Map.of(), Body.TooLarge::new);
        return switch (AuditSelection.read(request)) {
            case Validated.Invalid<AuditSelection> invalid -> throw new AssertionError(invalid.sentence());
            case Validated.Valid<AuditSelection>(var selection) -> history.read(selection, _ -> true);
        };
    }

    private static List<Integer> numbers(AuditHistory.Page page) {
        return page.entries().stream()
                .map(AuditHistory.Entry::json)
                .map(json -> json.path("n"))
                .map(JsonNode::intValue)
                .toList();
    }

    private static List<Integer> all(AuditHistory history, String query) {
        var page = page(history, query);
        var all = new ArrayList<>(numbers(page));
        while (page.next() != null) {
            page = page(history, query + "&$skiptoken=" + page.next());
            all.addAll(numbers(page));
        }
        return all;
    }
}
