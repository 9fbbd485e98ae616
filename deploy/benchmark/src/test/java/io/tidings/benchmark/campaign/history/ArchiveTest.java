package io.tidings.benchmark.campaign.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.benchmark.campaign.history.Attempt.Ending;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ArchiveTest {
    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00.000123Z");

    @TempDir
    Path folder;

    @Test
    void whatIsWrittenIsReadByWhoeverComesLater() {
        var accepted = new Accepted("1", NOON);
        var matched = new Matched("tidings.events-0@3", "1");
        var request = new Request("1", 0, NOON, NOON.plusMillis(3), 503);
        var attempt = new Attempt("tidings.events-0@3", "1", 1, "Busy", 503, NOON, Ending.RETRY, "");
        var dropped = new Attempt("tidings.events-0@3", "1", 2, "Busy", 503, NOON, Ending.DROP, "TheReason");
        var buried = new Buried("tidings.events-0@3", "1");
        try (var archive = new Archive(folder)) {
            archive.write("orders", accepted);
            archive.write("orders", matched);
            archive.write("orders", request);
            archive.write("orders", attempt);
            archive.write("orders", dropped);
            archive.write("orders", buried);
        }

        try (var archive = new Archive(folder)) {
            assertThat(archive.history("orders", List.of("1")))
                    .isEqualTo(new History(
                            "orders",
                            List.of(accepted),
                            List.of(matched),
                            List.of(request),
                            List.of(attempt, dropped),
                            List.of(buried),
                            List.of("1")));
            assertThat(archive.history("others", List.of()).requests()).isEmpty();
        }
    }
}
