package io.tidings.ingest.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LogCursorTest {
    private static final List<String> TOPICS = List.of("events", "events.orders", "team.orders");

    @Test
    void aCursorIsReadAsItWasWritten() {
        var offsets = Map.of(
                new TopicPartition("events", 0),
                41L,
                new TopicPartition("events", 2),
                Long.MAX_VALUE,
                new TopicPartition("team.orders", 0),
                36L);
        var text = LogCursor.text(TOPICS, offsets);
        assertThat(text).isEqualTo("15.0.1y2p0ij32e8e7__10");
        assertThat(LogCursor.parse(TOPICS, text).orElseThrow())
                .containsAllEntriesOf(offsets)
                .containsEntry(new TopicPartition("events", 1), 0L)
                .hasSize(4);
        assertThat(LogCursor.parse(TOPICS, LogCursor.text(TOPICS, Map.of()))).contains(Map.of());
    }

    @Test
    void aCursorOfATopicThatHadASourceNamesNoOther() {
        assertThat(LogCursor.parse(TOPICS.subList(0, 2), "1_2_3")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-1", "1..2_", "A", "1 2", "zzzzzzzzzzzzzzzz", "1_2_3_4", "\u0661"})
    void anyOtherTextIsNone(String text) {
        assertThat(LogCursor.parse(TOPICS, text)).isEmpty();
    }
}
