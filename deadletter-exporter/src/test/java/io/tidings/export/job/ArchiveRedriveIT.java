package io.tidings.export.job;

import static io.tidings.export.Examples.NOON;
import static io.tidings.export.Examples.containers;
import static io.tidings.export.Examples.deadLetter;
import static io.tidings.export.job.RedriveFixture.delivery;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.job.JobState;
import io.tidings.contract.job.JobWish;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** B-REPLAY-1: dead letters that only their blobs still hold come back, each once. */
class ArchiveRedriveIT {
    private static final String ASKED = "'kind':'redrive','from':'blobs','select':{'from':'2026-11-21T00:00:00Z'}";

    @TempDir
    private Path storage;

    private JobFixture jobs;

    @BeforeEach
    void open() throws Exception {
        jobs = new JobFixture();
        jobs.subscribe("""
            "deadLetterDestination":{"endpointType":"StorageBlob","properties":{\
            "resourceId":"/storageAccounts/archive","blobContainerName":"dead"}}\
            """);
        blob("BILLING/2026/11/20/9/old.json", record("too-old"));
        blob("BILLING/2026/11/21/9/b.json", record("e2"), record("e3"));
        blob("BILLING/2026/11/21/9/a.json", record("e0"), record("e1"));
        blob("BILLING/2026/11/21/12/c.json", record("e4"));
        blob("AUDIT/2026/11/21/12/c.json", record("not-mine"));
        Files.writeString(storage.resolve("dead/BILLING/2026/11/21/12/notes.txt"), "an operator's");
    }

    @AfterEach
    void close() {
        jobs.close();
    }

    @Test
    void theRecordsOfTheBlobsBecomeDeliveriesOnce() throws Exception {
        jobs.start(storage.toUri().toString());
        var done = jobs.awaitState(jobs.ask(ASKED), JobState.DONE);
        assertThat(done.progress().counts().written()).isEqualTo(5);
        assertThat(jobs.bench().eventIds()).containsExactlyInAnyOrder("e0", "e1", "e2", "e3", "e4");
        var record = jobs.bench().deliveries().getFirst();
        assertThat(new String(record.value(), UTF_8)).isEqualTo("""
            {"id":"e0","subject":"/orders/1","eventType":"placed","eventTime":"2026-11-21T12:00:00Z"}\
            """);
        assertThat(delivery(record).event().source()).hasToString("dead/BILLING/2026/11/21/9/a.json-0@0");
        assertThat(delivery(record).redriven().job()).isEqualTo(done.id());
        assertThat(delivery(record).firstPublished()).isEqualTo(NOON);

        var again = jobs.awaitState(jobs.ask(ASKED), JobState.DONE);
        assertThat(again.progress().counts().skipped()).containsEntry("AlreadyRedriven", 5L);
        assertThat(jobs.bench().deliveries()).hasSize(5);
    }

    @Test
    void aRecordThatCameBackComesBackAgainOnRequestThreeTimesAtMost() throws Exception {
        jobs.start(storage.toUri().toString());
        var again = ASKED.replace("'from':'2026", "'eventIds':['e0'],'again':true,'from':'2026");
        for (int i = 0; i < 3; i++) {
            jobs.awaitState(jobs.ask(again), JobState.DONE);
        }
        assertThat(jobs.bench().deliveries().stream()
                        .map(record -> delivery(record).redriven().times()))
                .containsExactlyInAnyOrder(1, 2, 3);
        var fourth = jobs.awaitState(jobs.ask(again), JobState.DONE);
        assertThat(fourth.progress().counts().skipped()).containsEntry("BroughtBackThreeTimes", 1L);
    }

    @Test
    void aPausedJobGoesOnInTheMiddleOfABlob() throws Exception {
        // So many that the job is not done when a machine that stood still interrupts it.
        var many = IntStream.range(5, 25).mapToObj(number -> "e" + number).toList();
        blob("BILLING/2026/11/21/8/many.json", many.stream().map(this::record).toArray(String[]::new));
        jobs.start(storage.toUri().toString());
        var id = jobs.ask("'rate':1," + ASKED);
        jobs.awaitWritten(id, 1);
        jobs.wish(id, JobWish.PAUSE);
        jobs.awaitState(id, JobState.PAUSED);
        assertThat(jobs.written(id)).isLessThan(many.size());
        jobs.wish(id, JobWish.RUN);
        jobs.awaitState(id, JobState.DONE);
        assertThat(jobs.bench().eventIds()).containsExactlyInAnyOrderElementsOf(RedriveFixture.ids(5 + many.size()));
    }

    @Test
    void deadLettersOfOthersInTheSameFolderStayThere() throws Exception {
        blob(
                "BILLING/2026/11/21/10/other-topic.json",
                record("of-others").replace("orders/billing/", "refunds/billing/"));
        blob("BILLING/2026/11/21/10/former.json", record("of-former").replace("uid-of-billing", "uid-of-former"));
        blob(
                "BILLING/2026/11/21/10/unowned.json",
                record("of-nobody").replaceAll("\"deadLetterOwner\":\"[^\"]*\",", ""));
        jobs.start(storage.toUri().toString());
        var own = jobs.awaitState(jobs.ask(ASKED), JobState.DONE);
        assertThat(jobs.bench().eventIds()).containsExactlyInAnyOrder("e0", "e1", "e2", "e3", "e4");
        assertThat(own.progress().counts().skipped())
                .containsExactlyInAnyOrderEntriesOf(Map.of("FormerSubscription", 1L, "OwnerUnknown", 1L));

        var former = ASKED.replace("'from':'2026", "'former':true,'from':'2026");
        jobs.awaitState(jobs.ask(former), JobState.DONE);
        assertThat(jobs.bench().eventIds()).containsExactlyInAnyOrder("e0", "e1", "e2", "e3", "e4", "of-former");

        jobs.awaitState(jobs.askOfAllTopics(former), JobState.DONE);
        assertThat(jobs.bench().eventIds())
                .containsExactlyInAnyOrder("e0", "e1", "e2", "e3", "e4", "of-former", "of-nobody");
    }

    @Test
    void anAccountWithoutAStorageFailsTheJob() throws Exception {
        jobs.start();
        assertThat(jobs.awaitState(jobs.ask(ASKED), JobState.FAILED).progress().error())
                .contains("no storage for the account archive");
    }

    @Test
    void aContainerOfOtherTopicsFailsTheJob() throws Exception {
        jobs.start(storage.toUri().toString(), containers("archive/*", "bills*"));
        assertThat(jobs.awaitState(jobs.ask(ASKED), JobState.FAILED).progress().error())
                .contains("deadLetterDestination of orders/billing must not be archive/dead")
                .contains("deadletter.container.NAME.topics");
        assertThat(jobs.bench().deliveries()).isEmpty();
    }

    private void blob(String path, String... records) throws IOException {
        var file = storage.resolve("dead").resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, Stream.of(records).collect(Collectors.joining(",\n", "[", "]")));
    }

    private String record(String id) {
        return new String(
                deadLetter(jobs.bench().topics(), 0, "billing", "archive", "dead", id)
                        .value(),
                UTF_8);
    }
}
