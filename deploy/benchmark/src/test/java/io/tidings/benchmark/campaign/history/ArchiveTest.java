package io.tidings.benchmark.campaign.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.benchmark.campaign.history.Accepted.Way;
import io.tidings.benchmark.campaign.history.Attempt.Ending;
import io.tidings.benchmark.campaign.history.Change.Kind;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ArchiveTest {
    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00.000123Z");
    private static final Instant LATER = NOON.plusMillis(3);
    private static final String SOURCE = "tidings.events-0@3";

    @TempDir
    Path folder;

    @Test
    void whatIsWrittenIsReadByWhoeverComesLater() {
        var written = new History(
                "orders",
                List.of(new Accepted("1", NOON, LATER, Way.KAFKA)),
                List.of(new Accepted("2", NOON, LATER, Way.HTTP)),
                List.of(new Matched(SOURCE, "1", NOON, 2)),
                List.of(
                        new Request("1", 0, NOON, LATER, 503, 1, ""),
                        new Request("1", 0, NOON, LATER, 503, 7, "data,x-note")),
                List.of(
                        new Attempt(SOURCE, "1", 1, "Busy", 503, NOON, LATER, LATER, Ending.RETRY, ""),
                        new Attempt(SOURCE, "1", 2, "Busy", 503, NOON, LATER, NOON, Ending.DROP, "TheReason")),
                List.of(new Buried(SOURCE, "1", "TheReason", 2)),
                List.of(new Letter("1", "TheReason", 2, "")),
                List.of(new Change(Kind.DELETE, NOON, LATER, true)),
                List.of(new LeftAlone(NOON, LATER), new LeftAlone(NOON, Instant.MIN)));

        try (var archive = new Archive(folder)) {
            write(archive, written);
        }

        try (var archive = new Archive(folder)) {
            assertThat(archive.history("orders", written.letters())).isEqualTo(written);
            assertThat(archive.history("others", List.of()).requests()).isEmpty();
        }
    }

    private static void write(Archive archive, History history) {
        var name = history.subscription();
        history.accepted().forEach(line -> archive.write(name, line));
        history.offered().forEach(line -> archive.writeOffer(name, line));
        history.matched().forEach(line -> archive.write(name, line));
        history.requests().forEach(line -> archive.write(name, line));
        history.attempts().forEach(line -> archive.write(name, line));
        history.buried().forEach(line -> archive.write(name, line));
        history.changes().forEach(line -> archive.write(name, line));
        history.leftAlone().forEach(line -> archive.write(name, line));
    }
}
