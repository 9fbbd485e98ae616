package io.tidings.export.write;

import static io.tidings.export.Examples.NOON;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidings.contract.delivery.EventSource;
import io.tidings.contract.timeline.ExportLine;
import io.tidings.contract.timeline.ExportLine.Ending;
import io.tidings.contract.timeline.LoggedDelivery;
import io.tidings.export.Examples;
import io.tidings.export.window.BlobBatch;
import io.tidings.export.window.BlobNames;
import io.tidings.export.window.DeadLetter;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;

/** B-TIME-1: where dead letters have gone. */
class ExportLogTest {
    private static final Instant WRITTEN = NOON.plusSeconds(300);
    private static final BlobNames NAMES = new BlobNames("id-of-the-topic", 3);

    @Test
    void eachDeadLetterOfABlobHasALine() throws IOException {
        var producer = producer(null);
        new ExportLog(producer, Examples.TOPICS, () -> WRITTEN).written(batch(), NAMES, "memory://", 17);
        assertThat(producer.history()).hasSize(2).allSatisfy(record -> {
            assertThat(record.topic()).isEqualTo("tidings.exports");
            assertThat(record.key()).asString(UTF_8).isEqualTo("orders/to-crm");
        });
        assertThat(ExportLine.read(producer.history().getFirst().value()))
                .isEqualTo(new ExportLine(
                        new LoggedDelivery("e1", new EventSource("tidings.events", 0, 17), "uid-of-to-crm", NOON, 0),
                        new EventSource("tidings.dead-letters", 3, 7),
                        WRITTEN,
                        new Ending.Written(Examples.ACCOUNT, "dead", NAMES.of(batch()))));
    }

    @Test
    void aDroppedDeadLetterHasALineWithTheReason() throws IOException {
        var producer = producer(null);
        new ExportLog(producer, Examples.TOPICS, () -> WRITTEN)
                .dropped(batch(), NAMES, ExportDropReason.STORAGE_UNAVAILABLE);
        assertThat(ExportLine.read(producer.history().getLast().value()).ending())
                .isEqualTo(new Ending.Dropped("StorageUnavailable"));
    }

    /** After an upgrade without the new ACL, blobs matter more than lines. */
    @Test
    void withoutTheRightToWriteLinesTheExportGoesOn() {
        var log = new ExportLog(
                producer(new TopicAuthorizationException("tidings.exports")), Examples.TOPICS, () -> WRITTEN);
        log.written(batch(), NAMES, "memory://", 17);
        log.written(batch(), NAMES, "memory://", 17);
    }

    @Test
    void anotherFailureKeepsTheDeadLetterFromBeingCommitted() {
        var log = new ExportLog(producer(new KafkaException("away")), Examples.TOPICS, () -> WRITTEN);
        assertThatThrownBy(() -> log.written(batch(), NAMES, "memory://", 17)).hasMessageContaining("away");
    }

    private static MockProducer<byte[], byte[]> producer(RuntimeException failure) {
        var producer = new MockProducer<>(true, null, new ByteArraySerializer(), new ByteArraySerializer());
        producer.sendException = failure;
        return producer;
    }

    private static BlobBatch batch() {
        return new BlobBatch(NOON, List.of(letter(7, "e1"), letter(9, "e2")));
    }

    private static DeadLetter letter(long offset, String event) {
        var record = Examples.deadLetter(Examples.TOPICS, 3, "to-crm", Examples.ACCOUNT, "dead", event);
        var read = (DeadLetter.Read.Valid) DeadLetter.read(offset, NOON, record.headers(), record.value());
        return read.letter();
    }
}
