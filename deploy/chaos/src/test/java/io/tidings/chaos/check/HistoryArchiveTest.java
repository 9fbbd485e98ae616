package io.tidings.chaos.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.chaos.check.AcceptedEvent.Way;
import io.tidings.chaos.check.CommittedAttempt.Ending;
import io.tidings.chaos.check.SettledEvent.Action;
import io.tidings.chaos.check.SettledEvent.Answer;
import io.tidings.chaos.check.SubscriptionChange.Kind;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistoryArchiveTest {
    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00.000123Z");
    private static final Instant LATER = NOON.plusMillis(3);
    private static final String SOURCE = "tidings.events-0@3";

    @TempDir
    Path folder;

    @Test
    void whatIsWrittenIsReadByWhoeverComesLater() {
        var written = new SubscriptionHistory(
                "orders",
                List.of(new AcceptedEvent("1", NOON, LATER, Way.KAFKA)),
                List.of(new AcceptedEvent("2", NOON, LATER, Way.HTTP)),
                List.of(new MatchedDelivery(SOURCE, "1", NOON, 2)),
                List.of(
                        new EndpointRequest("1", 0, NOON, LATER, 503, 1, ""),
                        new EndpointRequest("1", 0, NOON, LATER, 503, 7, "data,x-note")),
                List.of(new ReceivedEvent("1", "f00", 2, NOON, LATER, LATER, "")),
                List.of(
                        new SettledEvent("1", "f00", Action.RENEW, NOON, Instant.MIN, LATER, Answer.NONE),
                        new SettledEvent("1", "f00", Action.RENEW, NOON, LATER, LATER, Answer.LOST)),
                List.of(
                        new CommittedAttempt(SOURCE, "1", 1, "Busy", 503, NOON, LATER, LATER, Ending.RETRY, ""),
                        new CommittedAttempt(SOURCE, "1", 2, "Busy", 503, NOON, LATER, NOON, Ending.DROP, "TheReason")),
                List.of(new DeadLettered(SOURCE, "1", "TheReason", 2)),
                List.of(new BlobRecord("1", "TheReason", 2, "")),
                List.of(new SubscriptionChange(Kind.DELETE, NOON, LATER, true)),
                List.of(new ProbationWindow(NOON, LATER), new ProbationWindow(NOON, Instant.MIN)),
                List.of(NOON, LATER));

        try (var archive = new HistoryArchive(folder)) {
            write(archive, written);
        }

        try (var archive = new HistoryArchive(folder)) {
            assertThat(archive.history("orders", written.letters())).isEqualTo(written);
            assertThat(archive.history("others", List.of()).requests()).isEmpty();
        }
    }

    private static void write(HistoryArchive archive, SubscriptionHistory history) {
        var name = history.subscription();
        history.accepted().forEach(line -> archive.write(name, line));
        history.offered().forEach(line -> archive.writeOffer(name, line));
        history.matched().forEach(line -> archive.write(name, line));
        history.requests().forEach(line -> archive.write(name, line));
        history.received().forEach(line -> archive.write(name, line));
        history.settled().forEach(line -> archive.write(name, line));
        history.attempts().forEach(line -> archive.write(name, line));
        history.buried().forEach(line -> archive.write(name, line));
        history.changes().forEach(line -> archive.write(name, line));
        history.leftAlone().forEach(window -> archive.write(name, window));
        history.movedForward().forEach(at -> archive.writeMovedForward(name, at));
    }
}
