package io.tidings.export.it;

import static io.tidings.export.Examples.ACCOUNT;
import static io.tidings.export.Examples.deadLetter;
import static io.tidings.export.it.ExporterFixture.PATIENCE;
import static io.tidings.export.it.ExporterFixture.ids;
import static io.tidings.export.it.ExporterFixture.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.contract.HeaderNames;
import io.tidings.export.it.ScriptedBlobStore.Mishap;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** B-DLQ-5 and B-DLQ-6 on a real broker: storages that come and go, exporters that die. */
@Execution(ExecutionMode.CONCURRENT) // each test has topics of its own, and waits most of the time
@Order(1)
class OutageIT {
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
    void anAccountWithoutStorageGetsItsLettersWhenOneIsSet() throws Exception {
        bench.settings().remove("deadletter.storage");
        bench.settings().put("deadletter.storage.other", bench.storage().toUri().toString());
        bench.settings().put("deadletter.drop.after", "never");
        var first = bench.start();
        var sent = bench.commitLetter("e1");
        bench.group().awaitPassed(sent);
        first.close();
        assertThat(bench.blobs()).isEmpty();

        bench.settings()
                .put("deadletter.storage." + ACCOUNT, bench.storage().toUri().toString());
        bench.start();
        bench.awaitExported("e1");
        assertThat(bench.metrics().find("tidings.dropped").counter()).isNull();
    }

    @Test
    void killedBetweenBlobAndCommitItLeavesOneRecordOfEveryEvent() throws Exception {
        var config = bench.config();
        var dying = new ScriptedBlobStore(
                config.stores().of(ACCOUNT).orElseThrow(), written -> written < 3 ? Mishap.NONE : Mishap.DEATH_AFTER);
        bench.run(ExporterFixture.with(config, dying));
        var ids = ids(200);
        for (int i = 0; i < 200; i += 20) {
            bench.commitLetters(ids.subList(i, i + 20));
        }
        dying.awaitDeath();
        assertThat(bench.blobs()).hasSize(3);
        var before = bench.contents();

        bench.start();
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(bench.eventIds()).containsExactlyInAnyOrderElementsOf(ids));
        bench.group().awaitCommitted(0);
        bench.group().awaitCommitted(1);
        assertThat(bench.eventIds()).containsExactlyInAnyOrderElementsOf(ids);
        assertThat(bench.contents()).containsAllEntriesOf(before);
    }

    @RepeatedTest(2)
    void everyEventHasOneRecordWhateverDiesWhileTheStorageComesAndGoes(RepetitionInfo run) throws Exception {
        var random = RandomGeneratorFactory.of("L64X128MixRandom").create(run.getCurrentRepetition());
        bench.settings().put("deadletter.hold", "1m");
        bench.settings().put("deadletter.drop.after", "never");
        var ids = ids(180);
        for (int life = 0; life < 3; life++) {
            var config = bench.config();
            int last = random.nextInt(3, 10);
            var store = new ScriptedBlobStore(
                    config.stores().of(ACCOUNT).orElseThrow(),
                    written -> written < last ? anyMishap(random) : anyDeath(random));
            bench.run(ExporterFixture.with(config, store));
            for (int i = 0; i < 60; i += 10) {
                bench.commitLetters(ids.subList(60 * life + i, 60 * life + i + 10));
            }
            store.awaitDeath();
        }
        bench.start();
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(new HashSet<>(bench.eventIds())).hasSize(ids.size()));
        bench.group().awaitCommitted(0);
        bench.group().awaitCommitted(1);
        assertThat(bench.eventIds()).containsExactlyInAnyOrderElementsOf(ids);
    }

    private static Mishap anyMishap(RandomGenerator random) {
        return switch (random.nextInt(8)) {
            case 0 -> Mishap.AWAY;
            case 1 -> Mishap.UNTOLD;
            default -> Mishap.NONE;
        };
    }

    private static Mishap anyDeath(RandomGenerator random) {
        return random.nextBoolean() ? Mishap.DEATH_BEFORE : Mishap.DEATH_AFTER;
    }

    @Test
    void theOpenTransactionOfAKilledExporterDoesNotCount() throws Exception {
        bench.start().close();
        var letter = deadLetter(bench.topics(), 0, "to-crm", ACCOUNT, "dead", "e1");
        try (var killed = ExporterFixture.clients()
                .producer(Map.of("transactional.id", bench.topics().prefix() + "deadletter-exporter-exporter"))) {
            killed.initTransactions();
            killed.beginTransaction();
            killed.send(letter).get();
            bench.committed(List.of(letter));
            bench.start();
            bench.awaitExported("e1");
            bench.group().awaitCommitted(0);
            assertThat(bench.eventIds()).containsExactly("e1");
        }
    }

    @Test
    void anUnavailableStorageDelaysNoOtherAndGetsItsLettersWhenItIsBack() throws Exception {
        var away = bench.storage().resolve("away");
        bench.settings().put("deadletter.storage.away", away.toUri().toString());
        bench.settings().put("deadletter.drop.after", "never");
        var exporter = bench.start();
        bench.committed(List.of(
                deadLetter(bench.topics(), 0, "to-crm", "away", "dead", "e1"),
                deadLetter(bench.topics(), 0, "to-erp", ACCOUNT, "dead", "e2")));
        bench.awaitExported("e2");
        bench.committed(List.of(deadLetter(bench.topics(), 0, "to-erp", ACCOUNT, "dead", "e3")));
        bench.awaitExported("e2", "e3");
        await().atMost(PATIENCE).until(() -> !exporter.ready());

        Files.createDirectories(away.resolve("dead"));
        bench.awaitExported("e1", "e2", "e3");
        bench.group().awaitCommitted(0);
    }

    @Test
    void lettersThatAStorageRefusesArePassedAndKeepTheirAgeAndBlob() throws Exception {
        var away = bench.storage().resolve("away");
        bench.settings().put("deadletter.storage", away.toUri().toString());
        bench.settings().put("deadletter.drop.after", "never");
        var first = bench.start();
        var both = bench.committed(List.of(
                deadLetter(bench.topics(), 0, "to-crm", ACCOUNT, "dead", "e1"),
                deadLetter(bench.topics(), 0, "to-crm", ACCOUNT, "dead", "e2")));
        var sent = both.getFirst();
        bench.group().awaitPassed(sent);
        bench.group().awaitPassed(sent.partition(), sent.offset() + 4); // appended again more than once
        first.close();

        var again = bench.records(bench.topics().deadLetters(), 6);
        assertThat(again.subList(2, 6))
                .extracting(record -> text(record, HeaderNames.DEAD_LETTER_SINCE))
                .allSatisfy(since -> assertThat(Instant.parse(since).toEpochMilli())
                        .isBetween(sent.timestamp(), both.getLast().timestamp()));
        assertThat(again.subList(2, 6))
                .extracting(record -> text(record, HeaderNames.DEAD_LETTER_PLACE))
                .containsExactly("1/2", "2/2", "1/2", "2/2");
        var blob = text(again.get(5), HeaderNames.DEAD_LETTER_BLOB);
        assertThat(again.subList(2, 6))
                .extracting(record -> text(record, HeaderNames.DEAD_LETTER_BLOB))
                .containsOnly(blob);

        Files.createDirectories(away.resolve("dead"));
        bench.start();
        bench.awaitExported("e1", "e2");
        assertThat(bench.blobs()).containsExactly("away/dead/" + blob);
    }

    @Test
    void aWindowThatIsAppendedAgainInSeveralTransactionsHasOneRecordOfEveryEventWhenExportersDieBetweenThem()
            throws Exception {
        var away = bench.storage().resolve("away");
        bench.settings().put("deadletter.storage", away.toUri().toString());
        bench.settings().put("deadletter.drop.after", "never");
        bench.settings().put("deadletter.hold", "1m");
        bench.settings().put("deadletter.window", "30m"); // 1.8 s, so that a window has many parts
        var ids = ids(40);
        bench.run(bench.config());
        bench.commitLetters(ids);
        for (int life = 0; life < 3; life++) {
            await().atMost(PATIENCE).until(() -> bench.group().metadata(0).contains(" postponed:"));
            bench.run(bench.config()); // fences the one before
        }
        Files.createDirectories(away.resolve("dead"));
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(new HashSet<>(bench.eventIds())).hasSize(ids.size()));
        bench.group().awaitCommitted(0);
        bench.group().awaitCommitted(1);
        assertThat(bench.eventIds()).containsExactlyInAnyOrderElementsOf(ids);
    }

    /** An exporter that was down for longer than deadletter.drop.after, and a storage that fails once. */
    @Test
    void aBacklogIsTriedAgainBeforeAnythingOfItIsDropped() throws Exception {
        bench.settings().put("deadletter.drop.after", "30m"); // 1.8 s
        bench.start().close();
        var last = bench.committed(List.of(
                        deadLetter(bench.topics(), 0, "to-crm", ACCOUNT, "dead", "e1"),
                        deadLetter(bench.topics(), 0, "to-erp", ACCOUNT, "dead", "e2")))
                .getLast();
        var old = Instant.ofEpochMilli(last.timestamp()).plusSeconds(4);
        await().atMost(PATIENCE).until(() -> Instant.now().isAfter(old));
        var config = bench.config();
        bench.run(ExporterFixture.with(
                config,
                new ScriptedBlobStore(
                        config.stores().of(ACCOUNT).orElseThrow(), write -> write == 1 ? Mishap.AWAY : Mishap.NONE)));
        bench.awaitExported("e1", "e2");
        assertThat(bench.metrics().find("tidings.dropped").counter()).isNull();
    }

    @Test
    void aStorageThatStaysAwayLosesItsLettersAfterTheSetTime() throws Exception {
        bench.settings()
                .put(
                        "deadletter.storage",
                        bench.storage().resolve("away").toUri().toString());
        bench.settings().put("deadletter.drop.after", "10m");
        bench.start();
        bench.commitLetter("e1");
        await().atMost(PATIENCE).until(() -> bench.dropped("StorageUnavailable", "to-crm") == 1);
        bench.group().awaitCommitted(0);
    }
}
