package io.tidings.timeline;

import static io.tidings.timeline.DrivenTimeline.NOON;
import static io.tidings.timeline.DrivenTimeline.SOURCE;
import static io.tidings.timeline.DrivenTimeline.delivery;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.delivery.LastOutcome;
import io.tidings.contract.timeline.AttemptLine;
import io.tidings.contract.timeline.AttemptLine.Result;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HexFormat;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** B-TIME-1: the state stays within its bytes, and the oldest entries go first. */
class FullTimelineTest {
    private static final long BYTES = 2L * 1024 * 1024;
    private static final int EVENTS = 6000;
    private static final int BYTES_OF_EXCERPT = 512;

    @TempDir
    private Path folder;

    @Test
    void theOldestEntriesGoWhenThereIsNoMoreSpace() throws IOException {
        var random = RandomGeneratorFactory.of("L64X128MixRandom").create(1);
        try (var timeline = new DrivenTimeline(folder, BYTES)) {
            for (int i = 0; i < EVENTS; i++) {
                timeline.attempt(failure(i, random));
            }
            int oldest = 0;
            while (timeline.ofEvent("event-" + oldest).isEmpty()) {
                oldest++;
            }
            assertThat(oldest).isBetween(1, EVENTS - 500);
            for (int i = oldest; i < EVENTS; i++) {
                assertThat(timeline.ofEvent("event-" + i)).hasSize(1);
            }
            assertThat(bytesOfEntries()).isLessThan(2 * BYTES);
        }
    }

    /** Its excerpt cannot be compressed to less than half. */
    private static AttemptLine failure(int i, RandomGenerator random) {
        var excerpt = new byte[BYTES_OF_EXCERPT];
        random.nextBytes(excerpt);
        return new AttemptLine(
                delivery("event-" + i, SOURCE),
                1,
                NOON,
                Duration.ofMillis(1),
                new Result(LastOutcome.BUSY, 503, "status 503", HexFormat.of().formatHex(excerpt)),
                null);
    }

    private long bytesOfEntries() throws IOException {
        try (var files = Files.walk(folder)) {
            return files.filter(file -> file.toString().contains("entries")
                            && file.toString().endsWith(".sst"))
                    .mapToLong(FullTimelineTest::size)
                    .sum();
        }
    }

    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
