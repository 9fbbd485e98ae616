package io.tidings.contract.timeline;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.tidings.contract.delivery.EventSource;
import io.tidings.contract.timeline.ExportLine.Ending;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The ends of dead letters, as docs/topics.md shows them. */
class ExportLineTest {
    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");
    private static final EventSource SOURCE = new EventSource("tidings.events", 0, 41);
    private static final EventSource DEAD_LETTER = new EventSource("tidings.dead-letters", 3, 17);
    private static final LoggedDelivery DELIVERY = new LoggedDelivery("1", SOURCE, "u-1", NOON.minusSeconds(30), 0);

    private static final ExportLine WRITTEN = new ExportLine(
            DELIVERY, DEAD_LETTER, NOON, new Ending.Written("local", "letters", "BILLING/2026/11/21/12/a.json"));
    private static final ExportLine DROPPED =
            new ExportLine(DELIVERY, DEAD_LETTER, NOON, new Ending.Dropped("StorageUnavailable"));

    static List<ExportLine> lines() {
        return List.of(WRITTEN, DROPPED);
    }

    @ParameterizedTest
    @MethodSource("lines")
    void aLineIsReadAsItWasWritten(ExportLine line) throws IOException {
        assertThat(ExportLine.read(line.json())).isEqualTo(line);
    }

    @Test
    void itsMembersStandInTheOrderOfTheDocumentation() {
        assertThat(new String(WRITTEN.json(), UTF_8)).isEqualTo("""
            {"eventId":"1","source":"tidings.events-0@41","uid":"u-1","published":"2026-11-21T11:59:30Z",\
            "deadLetter":"tidings.dead-letters-3@17","time":"2026-11-21T12:00:00Z",\
            "account":"local","container":"letters","path":"BILLING/2026/11/21/12/a.json"}\
            """);
        assertThat(new String(DROPPED.json(), UTF_8)).endsWith("\"dropped\":\"StorageUnavailable\"}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[]", "{}", "{\"eventId\":\"1\",\"source\":\"tidings.events-0@41\"}"})
    void anotherTextIsNoLine(String text) {
        assertThatIOException().isThrownBy(() -> ExportLine.read(text.getBytes(UTF_8)));
    }
}
