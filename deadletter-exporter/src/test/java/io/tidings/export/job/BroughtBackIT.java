package io.tidings.export.job;

import static io.tidings.export.Examples.deadLetter;
import static io.tidings.export.job.RedriveFixture.BILLING;
import static io.tidings.export.job.RedriveFixture.delivery;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.delivery.DeliveredEvent;
import io.tidings.contract.delivery.Delivery;
import io.tidings.contract.delivery.EventSource;
import io.tidings.contract.delivery.LastAttempt;
import io.tidings.contract.delivery.LastOutcome;
import io.tidings.contract.delivery.RetryState;
import io.tidings.contract.event.EventSchema;
import io.tidings.contract.job.JobState;
import io.tidings.export.selection.BlobPlace;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** B-REPLAY-1 (issue 31): how often an event was brought back is one count, whichever way it came. */
@Execution(ExecutionMode.CONCURRENT) // each test has topics of its own, and waits most of the time
class BroughtBackIT {
    private static final String REDRIVE = "'kind':'redrive'";
    private static final String AGAIN = "'kind':'redrive','select':{'again':true}";
    private static final String REPLAY = "'kind':'replay'";

    @TempDir
    private Path storage;

    private final String fromBlobs =
            "'kind':'redrive','from':'blobs','select':{'from':'" + Instant.now().minus(Duration.ofHours(2)) + "'}";
    private JobFixture jobs;
    private ProducerRecord<byte[], byte[]> letter;

    @BeforeEach
    void anEventIsGivenUp() throws Exception {
        jobs = new JobFixture();
        jobs.subscribe("""
            "deadLetterDestination":{"endpointType":"StorageBlob","properties":{\
            "resourceId":"/storageAccounts/archive","blobContainerName":"dead"}}\
            """);
        var published = jobs.publish("orders", "1", "placed");
        var source = new EventSource(published.topic(), published.partition(), published.offset());
        var time = Instant.ofEpochMilli(published.timestamp());
        letter = letter(new Delivery(
                BILLING,
                "uid-of-billing",
                new DeliveredEvent(EventSchema.EVENT_GRID, "1", "1", time, source, null),
                3,
                RetryState.START));
        jobs.bench().send(letter);
        jobs.start(storage.toUri().toString());
    }

    @AfterEach
    void close() {
        jobs.close();
    }

    @Test
    void whatWasGivenUpAfterTwoRedrivesAndReplayedOnceStaysWhicheverWayItIsAskedFor() throws Exception {
        for (int times = 1; times <= 2; times++) {
            bringBack(REDRIVE, times);
            letter = letter(latest());
            jobs.bench().send(letter);
        }
        bringBack(REPLAY, 3);
        staysWhicheverWayItIsAskedFor();
    }

    @Test
    void whatWasDeliveredAfterTwoRedrivesAndReplayedOnceStaysWhicheverWayItIsAskedFor() throws Exception {
        bringBack(REDRIVE, 1);
        bringBack(AGAIN, 2);
        bringBack(REPLAY, 3);
        staysWhicheverWayItIsAskedFor();
    }

    @Test
    void aReplayAndARedriveFromBlobsCountForARedrive() throws Exception {
        bringBack(REPLAY, 1);
        blob();
        bringBack(fromBlobs, 2);
        bringBack(REDRIVE, 3);
        staysWhicheverWayItIsAskedFor();
    }

    @Test
    void whatIsGivenUpAgainAndAgainKeepsItsCountInItsBlobs() throws Exception {
        bringBack(REDRIVE, 1);
        for (int times = 2; times <= 3; times++) {
            letter = letter(latest()); // which only a blob holds
            blob();
            bringBack(fromBlobs, times);
        }
        letter = letter(latest());
        blob();
        assertThat(left(fromBlobs)).isOne();
        assertThat(times()).containsExactly(1, 2, 3);
    }

    private void staysWhicheverWayItIsAskedFor() throws Exception {
        blob();
        assertThat(left(REDRIVE)).isLessThanOrEqualTo(1);
        assertThat(left(AGAIN)).isPositive();
        assertThat(left(REPLAY)).isOne();
        assertThat(left(fromBlobs)).isOne();
        left(fromBlobs.replace("'select':{", "'select':{'again':true,"));
        assertThat(times()).containsExactly(1, 2, 3);
        bringBack("'force':true," + REPLAY, 4);
    }

    private void bringBack(String asked, int times) throws Exception {
        var done = jobs.awaitState(jobs.ask(asked), JobState.DONE);
        assertThat(done.progress().counts().written()).as("%s", done).isOne();
        assertThat(latest().redriven().times()).isEqualTo(times);
    }

    /** Returns how often a job left something because it was brought back three times. */
    private long left(String asked) throws Exception {
        var counts = jobs.awaitState(jobs.ask(asked), JobState.DONE).progress().counts();
        assertThat(counts.written()).as("%s: %s", asked, counts).isZero();
        return counts.skipped().getOrDefault("BroughtBackThreeTimes", 0L);
    }

    private List<Integer> times() {
        return jobs.bench().deliveries().stream()
                .map(record -> delivery(record).redriven().times())
                .sorted()
                .toList();
    }

    private Delivery latest() {
        return jobs.bench().deliveries().stream()
                .map(RedriveFixture::delivery)
                .max(Comparator.comparing(delivery -> delivery.redriven().last()))
                .orElseThrow();
    }

    private ProducerRecord<byte[], byte[]> letter(Delivery failed) {
        var event = """
            {"id":"1","subject":"/orders/1","eventType":"placed","eventTime":"2026-11-21T12:00:00Z","data":{}}\
            """;
        var refused =
                new LastAttempt(LastOutcome.BAD_REQUEST, 400, failed.event().published());
        var ended = failed.at(RetryState.START.ended(refused));
        return deadLetter(jobs.bench().topics(), 0, ended, "archive", "dead", event.getBytes(UTF_8));
    }

    /** Exports the latest letter. */
    private void blob() throws Exception {
        var folder =
                Files.createDirectories(storage.resolve("dead").resolve(BlobPlace.folder("billing", Instant.now())));
        Files.writeString(
                folder.resolve("b" + System.nanoTime() + ".json"), "[" + new String(letter.value(), UTF_8) + "]");
    }
}
