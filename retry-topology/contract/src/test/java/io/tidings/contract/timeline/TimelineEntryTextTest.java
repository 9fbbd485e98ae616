package io.tidings.contract.timeline;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.delivery.EventSource;
import io.tidings.contract.delivery.LastOutcome;
import io.tidings.contract.timeline.AttemptLine.Consequence;
import io.tidings.contract.timeline.AttemptLine.Result;
import io.tidings.contract.timeline.TimelineEntry.Attempt;
import io.tidings.contract.timeline.TimelineEntry.DeadLetter;
import io.tidings.contract.timeline.TimelineEntry.Export;
import io.tidings.contract.timeline.TimelineEntry.Rejection;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class TimelineEntryTextTest {
    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");
    private static final EventSource SOURCE = new EventSource("tidings.events", 0, 41);
    private static final EventSource LETTER = new EventSource("tidings.dead-letters", 3, 17);
    private static final SubscriptionKey BILLING = new SubscriptionKey("orders", "billing");
    private static final LoggedDelivery DELIVERY = new LoggedDelivery("a\nb", SOURCE, "u-1", NOON, 1);

    static List<TimelineEntry> entries() {
        var line = new AttemptLine(
                DELIVERY,
                2,
                NOON,
                Duration.ofMillis(12),
                new Result(LastOutcome.BUSY, 503, "status 503", "try \"later\"\n"),
                new Consequence("Retry", null, NOON.plusSeconds(30)));
        var ending = new ExportLine.Ending.Written("local", "letters", "a.json");
        return List.of(
                new Attempt(BILLING, line),
                new DeadLetter(BILLING, DELIVERY, LETTER, NOON, new DeadLetter.Ending("BadRequest", 2, "Busy", 503)),
                new DeadLetter(BILLING, DELIVERY, LETTER, NOON, new DeadLetter.Ending("Expired", 0, null, null)),
                new Export(BILLING, new ExportLine(DELIVERY, LETTER, NOON, ending)),
                new Rejection("", "1", SOURCE, NOON, "NoTopic", "the record names no topic"));
    }

    @ParameterizedTest
    @MethodSource("entries")
    void anEntryIsReadAsItWasWritten(TimelineEntry entry) throws IOException {
        assertThat(TimelineEntryText.read(TimelineEntryText.write(entry))).isEqualTo(entry);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "attempt", "attempt orders/billing", "attempt orders\n{}", "other orders/billing\n{}"})
    void anotherTextIsNoEntry(String text) {
        assertThatIOException().isThrownBy(() -> TimelineEntryText.read(text.getBytes(UTF_8)));
    }

    @ParameterizedTest
    @MethodSource("entries")
    void aResultIsReadAsItWasWritten(TimelineEntry entry) throws IOException {
        var result = new TimelineResult(
                List.of(0, 3),
                List.of(new TimelineResult.Row("00ff", entry, entries())),
                "00ff",
                Map.of("10s", new TimelineResult.Waiting(3, NOON, NOON.plusSeconds(5))),
                List.of(),
                List.of(),
                Duration.ofMillis(250),
                List.of("partition 2 is \"away\""));
        assertThat(TimelineResult.read(result.json())).isEqualTo(result);
        assertThat(TimelineResult.read(TimelineResult.nothing().json())).isEqualTo(TimelineResult.nothing());
    }
}
