package io.tidings.contract.record;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.tidings.contract.delivery.EventSource;
import io.tidings.contract.delivery.LastOutcome;
import io.tidings.contract.record.AttemptLine.Consequence;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The log of attempts, as docs/topics.md shows it. */
class AttemptLineTest {
    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");
    private static final EventSource SOURCE = new EventSource("tidings.events", 0, 41);

    private static final AttemptLine SUCCESS = new AttemptLine(
            "1", SOURCE, 1, null, NOON, Duration.ofMillis(12), 200, null, new Consequence("Delivered", null, null));
    private static final AttemptLine RETRY = new AttemptLine(
            "1",
            SOURCE,
            2,
            LastOutcome.BAD_REQUEST,
            NOON,
            Duration.ofMillis(1),
            400,
            "the endpoint responded 400",
            new Consequence("Retry", null, NOON.plusSeconds(10)));
    private static final AttemptLine DEFERRED = new AttemptLine(
            "1",
            SOURCE,
            2,
            LastOutcome.ABORTED,
            NOON,
            Duration.ZERO,
            null,
            "not sent",
            new Consequence("Defer", "Probation", NOON.plusSeconds(10)));
    private static final AttemptLine ONLY_TOLD =
            new AttemptLine("1", SOURCE, 3, LastOutcome.ABORTED, NOON, Duration.ofSeconds(30), null, null, null);

    static List<AttemptLine> lines() {
        return List.of(SUCCESS, RETRY, DEFERRED, ONLY_TOLD);
    }

    @ParameterizedTest
    @MethodSource("lines")
    void aLineIsReadAsItWasWritten(AttemptLine line) throws IOException {
        assertThat(AttemptLine.read(line.json())).isEqualTo(line);
    }

    @Test
    void itsMembersStandInTheOrderOfTheDocumentation() {
        assertThat(new String(RETRY.json(), UTF_8)).isEqualTo("""
            {"eventId":"1","source":"tidings.events-0@41","attempt":2,"outcome":"BadRequest",\
            "ended":"2026-11-21T12:00:00Z","durationMs":1,"status":400,"error":"the endpoint responded 400",\
            "verdict":"Retry","due":"2026-11-21T12:00:10Z"}\
            """);
    }

    @Test
    void unknownValuesAreNotWritten() {
        assertThat(new String(ONLY_TOLD.json(), UTF_8)).doesNotContain("status", "error", "verdict", "due", "null");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[]", "{}", "{\"eventId\":\"1\",\"source\":\"there\"}"})
    void anotherTextIsNoLine(String text) {
        assertThatIOException().isThrownBy(() -> AttemptLine.read(text.getBytes(UTF_8)));
    }
}
