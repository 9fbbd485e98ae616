package io.tidings.contract.timeline;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.tidings.contract.delivery.EventSource;
import io.tidings.contract.delivery.LastOutcome;
import io.tidings.contract.timeline.AttemptLine.Consequence;
import io.tidings.contract.timeline.AttemptLine.Result;
import io.tidings.testbed.HostileJson;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The log of attempts, as docs/topics.md shows it. */
class AttemptLineTest {
    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");
    private static final EventSource SOURCE = new EventSource("tidings.events", 0, 41);
    private static final LoggedDelivery FRESH = new LoggedDelivery("1", SOURCE, "u-1", NOON.minusSeconds(30), 0);
    private static final LoggedDelivery REDRIVEN = new LoggedDelivery("1", SOURCE, "u-1", NOON.minusSeconds(30), 2);

    private static final AttemptLine SUCCESS = new AttemptLine(
            FRESH,
            1,
            NOON,
            Duration.ofMillis(12),
            new Result(null, 200, null, null),
            new Consequence("Delivered", null, null));
    private static final AttemptLine RETRY = new AttemptLine(
            REDRIVEN,
            2,
            NOON,
            Duration.ofMillis(1),
            new Result(
                    LastOutcome.BAD_REQUEST,
                    400,
                    "the endpoint responded 400",
                    "no such \"order\"",
                    "https://x.example/y"),
            new Consequence("Retry", null, NOON.plusSeconds(10)));
    private static final AttemptLine DEFERRED = new AttemptLine(
            FRESH,
            2,
            NOON,
            Duration.ZERO,
            new Result(LastOutcome.ABORTED, null, "not sent", null),
            new Consequence("Defer", "Probation", NOON.plusSeconds(10)));
    private static final AttemptLine WITHOUT_VERDICT = new AttemptLine(
            FRESH, 3, NOON, Duration.ofSeconds(30), new Result(LastOutcome.ABORTED, null, null, null), null);

    static List<AttemptLine> lines() {
        return List.of(SUCCESS, RETRY, DEFERRED, WITHOUT_VERDICT);
    }

    @ParameterizedTest
    @EnumSource
    @Timeout(5)
    void aHostileMemberIsReadOrRefused(HostileJson hostile) {
        for (var member : List.of("attempt", "durationMs", "status", "ended", "outcome", "excerpt", "other")) {
            var line = new String(RETRY.json(), UTF_8); // of two members with one name the last counts
            var last = line.substring(0, line.length() - 1) + ",\"" + member + "\":" + hostile.json() + "}";
            assertThat(catchThrowable(() -> AttemptLine.read(last.getBytes(UTF_8))))
                    .as(member)
                    .satisfiesAnyOf(
                            none -> assertThat(none).isNull(),
                            refused -> assertThat(refused).isInstanceOf(IOException.class));
        }
    }

    @ParameterizedTest
    @MethodSource("lines")
    void aLineIsReadAsItWasWritten(AttemptLine line) throws IOException {
        assertThat(AttemptLine.read(line.json())).isEqualTo(line);
    }

    @Test
    void itsMembersStandInTheOrderOfTheDocumentation() {
        assertThat(new String(RETRY.json(), UTF_8)).isEqualTo("""
            {"eventId":"1","source":"tidings.events-0@41","uid":"u-1","published":"2026-11-21T11:59:30Z","redriven":2,\
            "attempt":2,"outcome":"BadRequest","ended":"2026-11-21T12:00:00Z","durationMs":1,"status":400,\
            "error":"the endpoint responded 400","excerpt":"no such \\"order\\"","url":"https://x.example/y",\
            "verdict":"Retry","due":"2026-11-21T12:00:10Z"}\
            """);
    }

    @Test
    void aLineOfAnEarlierReleaseIsReadWithoutWhatItLacks() throws IOException {
        var line = AttemptLine.read("""
            {"eventId":"1","source":"tidings.events-0@41","attempt":2,"outcome":"BadRequest",\
            "ended":"2026-11-21T12:00:00Z","durationMs":1,"status":400,"verdict":"Retry",\
            "due":"2026-11-21T12:00:10Z"}\
            """.getBytes(UTF_8));
        assertThat(line.delivery()).isEqualTo(new LoggedDelivery("1", SOURCE, null, null, 0));
        assertThat(line.result()).isEqualTo(new Result(LastOutcome.BAD_REQUEST, 400, null, null));
        assertThat(line.consequence()).isEqualTo(RETRY.consequence());
    }

    @Test
    void unknownValuesAreNotWritten() {
        assertThat(new String(WITHOUT_VERDICT.json(), UTF_8))
                .doesNotContain("status", "error", "excerpt", "verdict", "due", "redriven", "null");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[]",
                "{}",
                "{\"eventId\":\"1\",\"source\":\"there\"}",
                "{\"eventId\":\"1\",\"source\":\"tidings.events-0@41\",\"redriven\":-1}"
            })
    void anotherTextIsNoLine(String text) {
        assertThatIOException().isThrownBy(() -> AttemptLine.read(text.getBytes(UTF_8)));
    }
}
