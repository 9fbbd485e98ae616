package io.tidings.export.it;

import static io.tidings.export.Examples.ACCOUNT;
import static io.tidings.export.Examples.deadLetter;
import static io.tidings.export.it.ExporterFixture.PATIENCE;
import static io.tidings.export.it.ExporterFixture.WINDOWS;
import static io.tidings.export.it.ExporterFixture.ids;
import static io.tidings.export.it.ExporterFixture.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidings.contract.HeaderNames;
import io.tidings.contract.event.EventLimits;
import io.tidings.contract.event.EventReader;
import io.tidings.contract.event.EventSchema;
import io.tidings.contract.event.ParseResult;
import io.tidings.contract.event.TopicIds;
import io.tidings.contract.timeline.ExportLine;
import io.tidings.contract.timeline.ExportLine.Ending;
import io.tidings.export.Examples;
import io.tidings.runtime.InvalidSettings;
import io.tidings.runtime.liveness.Hang;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** B-DLQ-4 and B-DLQ-7, and what is no dead letter, on a real broker. */
@Execution(ExecutionMode.CONCURRENT) // each test has topics of its own, and waits most of the time
class ExporterIT {
    @TempDir
    private Path storage;

    private ExporterFixture bench;

    @BeforeEach
    void useTopicsOfItsOwn() throws IOException {
        bench = ExporterFixture.open(storage);
    }

    @AfterEach
    void stop() {
        bench.close();
    }

    @Test
    void aDeadLetterIsFoundAtItsPathInAnArray() throws Exception {
        bench.start();
        var sent = bench.committed(List.of(deadLetter(bench.topics(), 1, "to-crm", ACCOUNT, "dead", "e1")))
                .getFirst();
        await().atMost(PATIENCE).until(() -> bench.blobs().size() == 1);

        var start = WINDOWS.startOf(Instant.ofEpochMilli(sent.timestamp())).atOffset(ZoneOffset.UTC);
        var path = bench.blobs().getFirst();
        assertThat(path)
                .matches("dead/TO-CRM/%d/%d/%d/%d/[0-9a-f-]{36}\\.json"
                        .formatted(start.getYear(), start.getMonthValue(), start.getDayOfMonth(), start.getHour()));
        assertThat(Files.readString(bench.storage().resolve(path))).isEqualTo("""
            [{"id":"e1","subject":"/orders/1","eventType":"placed","eventTime":"2026-11-21T12:00:00Z",\
            "deadLetterOwner":"orders/to-crm/uid-of-to-crm",\
            "deadLetterReason":"UndeliverableDueToHttpBadRequest","deliveryAttempts":1,\
            "lastDeliveryOutcome":"BadRequest","lastHttpStatusCode":400,\
            "publishTime":"2026-11-21T12:00:00.0000000Z",\
            "lastDeliveryAttemptTime":"2026-11-21T12:00:01.0000000Z"}]\
            """);
        // It is counted when it has been written.
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(bench.metrics()
                                .counter("tidings.dead.letter.blobs", "topic", "orders", "subscription", "to-crm")
                                .count())
                        .isEqualTo(1));
    }

    @Test
    void nothingIsWrittenBeforeTheDelay() throws Exception {
        bench.settings().put("time.scale", "1");
        bench.settings().put("deadletter.window", "1s"); // so nothing but the delay holds it back
        var exporter = bench.start();
        await().atMost(PATIENCE).until(exporter::ready);
        bench.commitLetter("e1");
        await().during(Duration.ofSeconds(2))
                .atMost(PATIENCE)
                .until(() -> bench.blobs().isEmpty());
        assertThat(exporter.ready()).isTrue();
        assertThat(exporter.hanging(Duration.ofSeconds(20))).isEmpty();
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(exporter.hanging(Duration.ZERO))
                        .extracting(Hang::loop)
                        .containsExactly("deadletter-exporter-session"));
    }

    @Test
    void aMissingContainerIsDroppedAndCountedAndDoesNotHoldAnother() throws Exception {
        Files.createDirectory(bench.storage().resolve("other"));
        bench.start();
        bench.committed(List.of(
                deadLetter(bench.topics(), 0, "to-crm", ACCOUNT, "dead", "e1"),
                deadLetter(bench.topics(), 0, "to-crm", ACCOUNT, "missing", "e2"),
                deadLetter(bench.topics(), 0, "to-erp", ACCOUNT, "other", "e3"),
                deadLetter(bench.topics(), 1, "to-bi", ACCOUNT, "dead", "e4")));
        bench.awaitExported("e1", "e3", "e4");
        await().atMost(PATIENCE).until(() -> bench.dropped("ContainerNotFound", "to-crm") == 1);
        assertThat(bench.storage().resolve("missing")).doesNotExist();
        bench.group().awaitCommitted(0);
    }

    /** B-TIME-1. */
    @Test
    void theEndOfEachDeadLetterIsLogged() throws Exception {
        bench.start();
        bench.committed(List.of(
                deadLetter(bench.topics(), 0, "to-crm", ACCOUNT, "dead", "e1"),
                deadLetter(bench.topics(), 1, "to-crm", ACCOUNT, "missing", "e2")));
        bench.group().awaitCommitted(0);
        bench.group().awaitCommitted(1);
        var ends = new HashMap<String, ExportLine>();
        for (var record : bench.records(bench.topics().exports(), 2)) {
            var line = ExportLine.read(record.value());
            ends.put(line.delivery().eventId(), line);
        }
        assertThat(ends.get("e1").ending())
                .isEqualTo(new Ending.Written(
                        ACCOUNT, "dead", bench.blobs().getFirst().substring("dead/".length())));
        assertThat(ends.get("e2").ending()).isEqualTo(new Ending.Dropped("ContainerNotFound"));
        assertThat(ends.get("e2").deadLetter().partition()).isOne();
    }

    @Test
    void manyDeadLettersShareABlob() throws Exception {
        bench.settings().put("deadletter.window", "30m"); // 1.8 s: longer than they take to be written
        bench.start();
        var ids = IntStream.range(100, 200).mapToObj(i -> "e" + i).toList();
        bench.committed(ids.stream()
                .map(id -> deadLetter(bench.topics(), 0, "to-crm", ACCOUNT, "dead", id))
                .toList());
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(bench.eventIds()).isEqualTo(ids));
        assertThat(bench.blobs()).hasSizeLessThanOrEqualTo(2); // of one window, or of two when it ends between them
    }

    @Test
    void anEventOfTheLargestSizeArrives() throws Exception {
        bench.start();
        var event = Examples.event("e1", EventLimits.MAX_EVENT_BYTES);
        assertThat(event).hasSize(EventLimits.MAX_EVENT_BYTES);
        bench.committed(List.of(deadLetter(bench.topics(), 0, "to-crm", ACCOUNT, "dead", "e1", event)));
        bench.awaitExported("e1");
        assertThat(Files.size(bench.storage().resolve(bench.blobs().getFirst())))
                .isGreaterThan(EventLimits.MAX_EVENT_BYTES);
    }

    @Test
    void everyBlobIsPublishedToTheSetTopicAsAnEventOfAzuresStorage() throws Exception {
        bench.settings().put("deadletter.notify.topic", "blobs");
        bench.start();
        bench.commitLetter("e1");
        var record = bench.records(bench.topics().events(), 1).getFirst();
        assertThat(record.headers().lastHeader(HeaderNames.TOPIC).value())
                .asString()
                .isEqualTo("blobs");

        var blob = bench.blobs().getFirst();
        var event = new ObjectMapper().readTree(record.value());
        assertThat(event.path("eventType").textValue()).isEqualTo("Microsoft.Storage.BlobCreated");
        assertThat(event.path("subject").textValue())
                .isEqualTo("/blobServices/default/containers/dead/blobs/" + blob.substring("dead/".length()));
        var data = event.path("data");
        assertThat(data.path("api").textValue()).isEqualTo("PutBlob");
        assertThat(data.path("contentType").textValue()).isEqualTo("application/json");
        assertThat(data.path("blobType").textValue()).isEqualTo("BlockBlob");
        assertThat(data.path("contentLength").longValue())
                .isEqualTo(Files.size(bench.storage().resolve(blob)));
        assertThat(data.path("url").textValue()).endsWith(blob);
        assertThat(data.path("sequencer").textValue()).isNotBlank();
        assertThat(new EventReader(new TopicIds(TopicIds.DEFAULT_FORMAT))
                        .one(EventSchema.EVENT_GRID, "blobs", record.value()))
                .isInstanceOf(ParseResult.Valid.class);
    }

    @Test
    void aNotifyTopicThatDoesNotExistOrHasAnotherSchemaIsRefusedAtTheStart() throws Exception {
        bench.start().close();
        bench.createTopic("blobs", EventSchema.EVENT_GRID);
        bench.createTopic("clouds", EventSchema.CLOUD_EVENTS);

        bench.settings().put("deadletter.notify.topic", "blbos");
        assertThatThrownBy(bench::start)
                .isInstanceOf(InvalidSettings.class)
                .hasMessageContaining("deadletter.notify.topic: there is no topic \"blbos\"");
        bench.settings().put("deadletter.notify.topic", "clouds");
        assertThatThrownBy(bench::start)
                .isInstanceOf(InvalidSettings.class)
                .hasMessageContaining("deadletter.notify.topic: topic \"clouds\" has the input schema");
        bench.settings().put("deadletter.notify.topic", "blobs");
        var exporter = bench.start();
        await().atMost(PATIENCE).until(exporter::ready);
    }

    @Test
    void anOpenTransactionIsNotRead() throws Exception {
        bench.start();
        bench.producer().beginTransaction();
        bench.producer()
                .send(deadLetter(bench.topics(), 0, "to-crm", ACCOUNT, "dead", "aborted"))
                .get();
        try (var other = ExporterFixture.clients().producer(Map.of())) {
            other.send(deadLetter(bench.topics(), 0, "to-crm", ACCOUNT, "dead", "behind"))
                    .get();
            other.send(deadLetter(bench.topics(), 1, "to-crm", ACCOUNT, "dead", "beside"))
                    .get();
        }
        bench.awaitExported("beside");
        bench.producer().abortTransaction();
        bench.awaitExported("behind", "beside");
        bench.group().awaitCommitted(0);
    }

    @Test
    void aRecordThatIsNoDeadLetterIsRejectedWithTheReasonAndPassed() throws Exception {
        bench.start();
        var illegible = deadLetter(bench.topics(), 0, "to-crm", ACCOUNT, "dead", "e1");
        illegible.headers().remove(HeaderNames.FORMAT);
        var escaping = deadLetter(bench.topics(), 0, "to-crm", ACCOUNT, "../dead", "e2");
        bench.committed(List.of(illegible, escaping, deadLetter(bench.topics(), 0, "to-crm", ACCOUNT, "dead", "e3")));
        bench.awaitExported("e3");
        bench.group().awaitCommitted(0);
        var rejected = bench.records(bench.topics().rejected(), 2);
        assertThat(rejected)
                .extracting(record -> text(record, HeaderNames.REASON))
                .containsExactlyInAnyOrder("UnknownFormat", "InvalidDelivery");
        assertThat(rejected).extracting(ConsumerRecord::value).contains(escaping.value());
    }

    @Test
    void aRecordThatIsTooLargeToBeRejectedStopsNothing() throws Exception {
        bench.start();
        var large = new ProducerRecord<byte[], byte[]>(
                bench.topics().deadLetters(), 0, null, new byte[2 * 1024 * 1024 - 4096]);
        bench.committed(List.of(large, deadLetter(bench.topics(), 0, "to-crm", ACCOUNT, "dead", "e1")));
        bench.awaitExported("e1");
        var rejected = bench.records(bench.topics().rejected(), 1).getFirst();
        assertThat(rejected.value()).isNull();
        assertThat(text(rejected, HeaderNames.SOURCE)).isEqualTo(bench.topics().deadLetters() + "-0@0");
        assertThat(text(rejected, HeaderNames.ERROR)).contains("too large");
    }

    @Test
    void itsKafkaClientsAreMeasured() {
        bench.start();
        assertThat(bench.metrics().find("kafka.producer.record.send.total").functionCounter())
                .isNotNull();
        await().atMost(PATIENCE)
                .until(() -> bench.metrics().getMeters().stream()
                        .anyMatch(meter -> meter.getId().getName().startsWith("kafka.consumer.")));
    }
}
