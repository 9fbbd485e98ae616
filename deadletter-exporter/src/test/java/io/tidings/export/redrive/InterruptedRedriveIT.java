package io.tidings.export.redrive;

import static io.tidings.export.redrive.RedriveFixture.ids;
import static io.tidings.export.redrive.RedriveFixture.order;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A redrive that was killed or stopped is gone on with: nothing is missing, and nothing is delivered twice. */
class InterruptedRedriveIT {
    /** So that it has far to go for many seconds. */
    private static final int SLOWLY = 10;

    private static final Duration PATIENCE = Duration.ofSeconds(90);

    @TempDir
    private Path folder;

    private RedriveFixture bench;

    @BeforeEach
    void open() throws Exception {
        bench = RedriveFixture.open();
    }

    @AfterEach
    void close() {
        bench.close();
    }

    @Test
    void aKilledRedriveIsContinuedAndNothingIsMissingOrTwice() throws Exception {
        bench.giveUp("billing", 200);
        var child = bench.start(folder.resolve("killed.txt"), SLOWLY);
        await().atMost(PATIENCE).until(() -> bench.deliveries().size() > 5);
        child.destroyForcibly();
        assertThat(child.waitFor(90, TimeUnit.SECONDS)).isTrue();

        bench.redrive(order(false, false)).run();

        assertThat(bench.printed()).contains("dead letters to redrive").doesNotContain("has 0 dead letters");
        assertThat(bench.eventIds())
                .as(() -> bench.printed() + " at " + bench.offsets())
                .containsExactlyInAnyOrderElementsOf(ids(200));
    }

    @Test
    void aStoppedRedriveSaysSoAndIsContinued() throws Exception {
        bench.giveUp("billing", 200);
        var child = bench.start(folder.resolve("stopped.txt"), SLOWLY);
        await().atMost(PATIENCE).until(() -> bench.deliveries().size() > 5);
        child.destroy();
        assertThat(child.waitFor(90, TimeUnit.SECONDS)).isTrue();
        assertThat(Files.readString(folder.resolve("stopped.txt"))).contains("stopped: redriven", "the same command");

        bench.redrive(order(false, false)).run();

        assertThat(bench.eventIds()).containsExactlyInAnyOrderElementsOf(ids(200));
    }
}
