package io.tidings.contract.topic;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.event.Event;
import io.tidings.contract.event.EventReader;
import io.tidings.contract.event.EventSchema;
import io.tidings.contract.event.ParseResult;
import io.tidings.contract.event.TopicIds;
import io.tidings.contract.lane.OrderBy;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** B-DEDUP-3: which events have the same key. */
class DeduplicateTest {

    private final EventReader reader = new EventReader(new TopicIds(TopicIds.DEFAULT_FORMAT));

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "id         | \"subject\":\"/o\",\"data\":{}                 | 1",
                "subject    | \"subject\":\"/O\",\"data\":{}                 | /O",
                "/data/no   | \"subject\":\"/o\",\"data\":{\"no\":\"aB\"}    | aB",
                "/data/no   | \"subject\":\"/o\",\"data\":{\"NO\":1.50}      | 1.50",
                "/data/a/b  | \"subject\":\"/o\",\"data\":{\"a\":{\"b\":7}}  | 7",
                "/data/no   | \"subject\":\"/o\",\"data\":{}                 |",
                "/data/no   | \"subject\":\"/o\",\"data\":{\"no\":\"\"}      |",
                "/data/no   | \"subject\":\"/o\",\"data\":{\"no\":null}      |",
                "/data/no   | \"subject\":\"/o\",\"data\":{\"no\":true}      |",
                "/data/no   | \"subject\":\"/o\",\"data\":{\"no\":[1]}       |",
                "/data/no   | \"subject\":\"/o\",\"data\":{\"no\":{\"a\":1}} |"
            })
    void theKeyIsAValueAsItIsWritten(String by, String members, @Nullable String key) {
        var event = event(
                EventSchema.EVENT_GRID,
                "{\"id\":\"1\",\"eventType\":\"t\",\"eventTime\":\"2026-11-21T09:30:00Z\",%s}".formatted(members));
        assertThat(rule(by).keyOf(event)).isEqualTo(key);
        assertThat(rule(by).recordKeyOf(event)).isEqualTo(key);
    }

    @ParameterizedTest
    @CsvSource({"/a, 1, true", "/a, 2, false", "/b, 1, false"})
    void cloudEventsAreTheSameIfSourceAndIdAre(String source, String id, boolean same) {
        var one = cloudEvent("/a", "1");
        var other = cloudEvent(source, id);
        assertThat(rule("id").keyOf(one).equals(rule("id").keyOf(other))).isEqualTo(same);
    }

    private static Deduplicate rule(String by) {
        return new Deduplicate(OrderBy.of(by).orElse(null), Deduplicate.USUAL_WINDOW);
    }

    private Event cloudEvent(String source, String id) {
        return event(
                EventSchema.CLOUD_EVENTS,
                "{\"specversion\":\"1.0\",\"type\":\"t\",\"source\":\"%s\",\"id\":\"%s\"}".formatted(source, id));
    }

    private Event event(EventSchema schema, String json) {
        return ((ParseResult.Valid) reader.one(schema, "shop", json.getBytes(UTF_8)))
                .events()
                .getFirst();
    }
}
