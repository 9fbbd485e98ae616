package io.tidings.ingest.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** B-MCP-2: a cursor is a place in the log that only this service can make. */
class PollCursorTest {
    private static final List<String> TOPICS = List.of("t.events", "t.events.orders");
    private static final Map<TopicPartition, Long> OFFSETS = Map.of(
            new TopicPartition("t.events", 0), 7L,
            new TopicPartition("t.events", 1), 123_456_789_012L,
            new TopicPartition("t.events.orders", 0), 0L);

    private final PollCursor cursors = new PollCursor("the key of these tests".getBytes(UTF_8));

    @Test
    void aCursorIsReadAsItWasWritten() {
        var text = cursors.text("billing", TOPICS, OFFSETS).orElseThrow();
        assertThat(cursors.parse("billing", TOPICS, text)).contains(OFFSETS);
    }

    @Test
    void aCursorIsForOneOwnerOneServiceAndOnePlace() {
        var text = cursors.text("billing", TOPICS, OFFSETS).orElseThrow();
        assertThat(cursors.parse("shipping", TOPICS, text)).isEmpty();
        assertThat(new PollCursor("another key".getBytes(UTF_8)).parse("billing", TOPICS, text))
                .isEmpty();
        assertThat(cursors.parse("billing", TOPICS, "8" + text.substring(1))).isEmpty();
        assertThat(cursors.parse("billing", TOPICS, text.substring(0, text.length() - 1)))
                .isEmpty();
        assertThat(cursors.parse("billing", TOPICS, "")).isEmpty();
        assertThat(cursors.parse("billing", TOPICS, "~".repeat(5_000))).isEmpty();
    }

    @Test
    void noCursorIsLongerThanClientsKeep() {
        var many = new HashMap<TopicPartition, Long>();
        for (int i = 0; i < 1_000; i++) {
            many.put(new TopicPartition("t.events", i), 1_000_000_000L);
        }
        assertThat(cursors.text("billing", TOPICS, many)).isEmpty();
    }
}
