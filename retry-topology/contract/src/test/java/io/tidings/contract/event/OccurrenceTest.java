package io.tidings.contract.event;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** B-MCP-2: what agents get of an event. */
class OccurrenceTest {
    private static final Instant PUBLISHED = Instant.parse("2026-11-28T20:00:00Z");

    private static Occurrence of(String topic, String event, boolean pushed) {
        return Occurrence.of(topic, "orders.placed", event.getBytes(UTF_8), PUBLISHED, pushed)
                .orElseThrow();
    }

    private static String text(Occurrence occurrence) {
        return new String(occurrence.json(), UTF_8);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"data\":{\"n\":1.50} | {\"n\":1.50}",
                "\"data\":[1] | {\"value\":[1]}",
                "\"data\":\"<b>\" | {\"value\":\"<b>\"}",
                "\"data\":null | {}",
                "\"data_base64\":\"AQI=\" | {\"data_base64\":\"AQI=\"}",
                "\"other\":1 | {}"
            })
    void theDataIsAnObject(String member, String data) {
        var occurrence = of(
                "orders",
                "{\"id\":\"1\",\"source\":\"/s\",\"time\":\"2026-11-28T19:00:00+01:00\"," + member + "}",
                false);
        assertThat(text(occurrence))
                .isEqualTo("{\"eventId\":\"" + occurrence.eventId()
                        + "\",\"name\":\"orders.placed\",\"timestamp\":\"2026-11-28T19:00:00+01:00\",\"data\":" + data
                        + "}");
    }

    @Test
    void aWebhookIsToldThatThereIsNoCursor() {
        assertThat(text(of("orders", "{\"id\":\"1\",\"source\":\"/s\"}", true)))
                .endsWith(",\"timestamp\":\"2026-11-28T20:00:00Z\",\"data\":{},\"cursor\":null}");
    }

    @Test
    void theIdIsThatOfTheEventInAnySchema() {
        var id = of("orders", "{\"id\":\"1\",\"source\":\"/s\"}", true).eventId();
        assertThat(id).matches("evt_[A-Za-z0-9_-]{32}");
        assertThat(of("orders", "{\"source\":\"/s\",\"data\":{},\"id\":\"1\"}", false)
                        .eventId())
                .isEqualTo(id);
        assertThat(of("orders", "{\"topic\":\"/s\",\"id\":\"1\"}", false).eventId())
                .isEqualTo(id);
        assertThat(of("bills", "{\"id\":\"1\",\"source\":\"/s\"}", true).eventId())
                .isNotEqualTo(id);
        assertThat(of("orders", "{\"id\":\"2\",\"source\":\"/s\"}", true).eventId())
                .isNotEqualTo(id);
    }

    @Test
    void whatAgentsDoNotTakeIsKnown() {
        var data = "x".repeat(Occurrence.MOST_BYTES);
        assertThat(of("orders", "{\"data\":{\"x\":\"" + data + "\"}}", true).tooLarge())
                .isTrue();
        assertThat(Occurrence.of("orders", "n", "[1]".getBytes(UTF_8), PUBLISHED, true))
                .isEmpty();
    }
}
