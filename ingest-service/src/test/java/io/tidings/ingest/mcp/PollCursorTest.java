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
    private static final TopicPartition SHARED = new TopicPartition("t.events", 0);
    private static final TopicPartition OWN = new TopicPartition("t.events.orders", 0);
    private static final PollCursor.Place PLACE = new PollCursor.Place(
            Map.of(SHARED, 7L, new TopicPartition("t.events", 1), 123_456_789_012L, OWN, 3L),
            Map.of("t.events", "a_B-1", "t.events.orders", "c_D-2"));

    private final PollCursor cursors = new PollCursor("the key of these tests".getBytes(UTF_8));

    @Test
    void aCursorIsReadAsItWasWritten() {
        var text = cursors.text("billing", TOPICS, PLACE).orElseThrow();
        assertThat(cursors.parse("billing", TOPICS, text)).contains(PLACE);
    }

    @Test
    void aTopicThatWasCreatedAgainIsReadFromItsBeginning() {
        assertThat(PLACE.offset(OWN, "c_D-2")).isEqualTo(3);
        assertThat(PLACE.offset(OWN, "e_F-3")).isEqualTo(-1);
        assertThat(PLACE.offset(SHARED, "a_B-1")).isEqualTo(7);
        assertThat(PLACE.offset(new TopicPartition("t.events", 2), "a_B-1")).isZero();
    }

    /** A broker that does not know a topic for a moment must not send its readers back to its beginning. */
    @Test
    void whatIsNotToldStaysWhereItWas() {
        var next = new PollCursor.Place(Map.of(SHARED, 9L), Map.of("t.events", "a_B-1")).over(PLACE);
        assertThat(next.offset(SHARED, "a_B-1")).isEqualTo(9);
        assertThat(next.offset(OWN, "c_D-2")).isEqualTo(3);
        var again = new PollCursor.Place(Map.of(), Map.of("t.events", "e_F-3")).over(PLACE);
        assertThat(again.offset(SHARED, "e_F-3")).isZero();
        var unknown = new PollCursor.Place(Map.of(), Map.of("t.events.orders", "c_D-2"));
        var text = cursors.text("billing", TOPICS, unknown).orElseThrow();
        assertThat(cursors.parse("billing", TOPICS, text)).contains(unknown);
    }

    @Test
    void aCursorIsForOneOwnerOneServiceAndOnePlace() {
        var text = cursors.text("billing", TOPICS, PLACE).orElseThrow();
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
        assertThat(cursors.text("billing", TOPICS, new PollCursor.Place(many, Map.of())))
                .isEmpty();
    }
}
