package io.tidings.export.it;

import static io.tidings.export.it.ExporterFixture.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.export.ExporterProgram;
import io.tidings.runtime.session.InstanceIdTaken;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** B-RUN-1: an exporter that stops, is fenced, or finds another log than it knew. */
@Execution(ExecutionMode.CONCURRENT) // each test has topics of its own, and waits most of the time
@Order(1)
class ExporterRestartIT {
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
    void aStoppedRedriveContinuesWhereItWas() throws Exception {
        var first = bench.start();
        bench.commitLetter("e1");
        bench.awaitExported("e1");
        first.close();
        assertThat(first.ended().toCompletableFuture()).isCompleted();
        assertThat(first.ready()).isFalse();

        Files.delete(bench.storage().resolve(bench.blobs().getFirst()));
        bench.commitLetter("e2");
        bench.start();
        bench.awaitExported("e2");
    }

    /** Each fences the other again and again; the first to notice it ends, and the other continues. */
    @Test
    void ofTwoWithTheSameNameOneEndsAndSaysWhy() {
        var both = List.of(bench.start(), bench.start());
        await().atMost(PATIENCE)
                .until(() -> both.stream()
                        .anyMatch(each -> each.ended().toCompletableFuture().isCompletedExceptionally()));
        assertThat(both)
                .filteredOn(each -> each.ended().toCompletableFuture().isDone())
                .singleElement()
                .satisfies(each -> assertThat(each.ended().toCompletableFuture().exceptionNow())
                        .isInstanceOf(InstanceIdTaken.class)
                        .hasMessageContaining("exporter.instance.id"));
        await().atMost(PATIENCE).until(() -> both.stream().anyMatch(ExporterProgram::ready));
    }

    @Test
    void anExporterThatWasFencedOnceComesBackAndExports() throws Exception {
        var exporter = bench.start();
        await().atMost(PATIENCE).until(exporter::ready);
        try (var intruder = bench.group().member("exporter")) {
            await().atMost(PATIENCE).until(() -> {
                try {
                    intruder.poll(Duration.ofMillis(20));
                    return !intruder.assignment().isEmpty();
                } catch (FencedInstanceIdException e) {
                    return true; // the exporter is back already
                }
            });
        }
        await().atMost(PATIENCE)
                .until(() -> bench.metrics()
                                .counter("tidings.repairs", "program", "deadletter-exporter", "reason", "fenced")
                                .count()
                        > 0);
        bench.commitLetter("e1");
        bench.awaitExported("e1");
        assertThat(exporter.ended().toCompletableFuture()).isNotDone();
    }

    /** B-RUN-1: its broker has lost what was exported, and more. */
    @Test
    void aLogThatIsShorterThanWhatWasExportedIsReadFromItsEnd() throws Exception {
        bench.start().close();
        var old = bench.commitLetter("old");
        long end = old.offset() + 2; // the marker of the commit, which follows it, may be written a moment later
        bench.group().commit(0, new OffsetAndMetadata(end + 100, bench.group().topicId()));
        var exporter = bench.start();
        await().atMost(PATIENCE).until(exporter::ready);
        bench.commitLetter("new");
        bench.awaitExported("new");
        assertThat(bench.metrics().counter("tidings.lost.offsets").count()).isEqualTo(100);
        assertThat(bench.group().metadata(0)).isEqualTo(bench.group().topicId());
    }

    /** B-RUN-1: offsets of the topic that had this name before say nothing. */
    @Test
    void aTopicThatWasCreatedAnewIsReadFromItsBeginning() throws Exception {
        bench.start().close();
        bench.commitLetter("first");
        bench.group().commit(0, new OffsetAndMetadata(bench.group().end(0), "CKB5mRsCSaW4BFyVXnqNeg"));
        bench.start();
        bench.awaitExported("first");
        assertThat(bench.metrics().counter("tidings.lost.offsets").count()).isEqualTo(1);
    }
}
