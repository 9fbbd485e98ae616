package io.tidings.contract.matching;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.event.Event;
import io.tidings.contract.event.EventReader;
import io.tidings.contract.event.EventSchema;
import io.tidings.contract.event.ParseResult;
import io.tidings.contract.event.TopicIds;
import io.tidings.contract.subscription.EventFilter;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** B-MATCH-2: event types and subjects. */
class CompiledFilterTest {
    private static final EventReader READER = new EventReader(new TopicIds(TopicIds.DEFAULT_FORMAT));

    @Test
    void aFilterWithoutConditionsPassesEverything() {
        assertThat(passes(EventFilter.EVERYTHING, event("placed", "/orders/1"))).isTrue();
        assertThat(passes(EventFilter.EVERYTHING, event("x", ""))).isTrue();
    }

    @ParameterizedTest(name = "{0} passes: {1}")
    @CsvSource({"placed, true", "paid, true", "Placed, false", "placed2, false", "place, false"})
    void anEventTypePassesOnlyAsItIsWritten(String type, boolean passes) {
        var filter = new EventFilter(List.of("placed", "paid"), "", "", false);
        assertThat(passes(filter, event(type, "/orders/1"))).isEqualTo(passes);
    }

    @ParameterizedTest(name = "subject {3} begins with {0} and ends with {1}, case sensitive {2}: {4}")
    @CsvSource(
            nullValues = "-",
            value = {
                "/orders/, '', false, /orders/1, true",
                "/orders/, '', false, /ORDERS/1, true",
                "/orders/, '', true, /ORDERS/1, false",
                "/orders/, '', true, /orders/1, true",
                "/orders/, '', false, /order, false",
                "/orders/, '', false, '', false",
                "'', .jpg, false, /a/B.JPG, true",
                "'', .jpg, true, /a/B.JPG, false",
                "'', .jpg, true, .jpg, true",
                "'', .jpg, false, jpg, false",
                "'', .jpg, false, '', false",
                "/a, a/, true, /a/, true",
                "/a, b, true, /a/c, false",
                "/straße/, '', false, /STRAßE/1, true",
                "*, '', false, /orders, false",
            })
    void aSubjectPassesByItsBeginningAndItsEnd(
            String begin, String end, boolean caseSensitive, String subject, boolean passes) {
        var filter = new EventFilter(List.of(), begin, end, caseSensitive);
        assertThat(passes(filter, event("placed", subject))).isEqualTo(passes);
    }

    @Test
    void caseIsTheSameInEveryLocale() {
        var before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.of("tr"));
            var filter = new EventFilter(List.of(), "/FILES/", "", false);
            assertThat(passes(filter, event("placed", "/files/1"))).isTrue();
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void allConditionsMustHold() {
        var filter = new EventFilter(List.of("placed"), "/orders/", ".json", false);
        assertThat(passes(filter, event("placed", "/orders/1.json"))).isTrue();
        assertThat(passes(filter, event("paid", "/orders/1.json"))).isFalse();
        assertThat(passes(filter, event("placed", "/order/1.json"))).isFalse();
        assertThat(passes(filter, event("placed", "/orders/1.xml"))).isFalse();
    }

    private static boolean passes(EventFilter filter, Event event) {
        return CompiledFilter.of(filter).passes(event);
    }

    /** A CloudEvent: it may lack a subject. */
    static Event event(String type, String subject) {
        var json = "{\"specversion\":\"1.0\",\"id\":\"1\",\"source\":\"/shop\",\"type\":\"" + type + "\""
                + (subject.isEmpty() ? "" : ",\"subject\":\"" + subject + "\"") + "}";
        return ((ParseResult.Valid) READER.one(EventSchema.CLOUD_EVENTS, "shop", json.getBytes(UTF_8))).only();
    }
}
