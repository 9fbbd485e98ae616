package io.tidings.contract.matching;

import static io.tidings.contract.matching.CompiledFilterTest.event;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.event.Event;
import io.tidings.contract.subscription.EventFilter;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** B-MATCH-2: the sentence that says which condition an event fails. */
class ExplanationTest {
    @Test
    void anEventThatPassesNeedsNoExplanation() {
        assertThat(Explanation.of(EventFilter.EVERYTHING, event("placed", "/eu/7")))
                .isEmpty();
    }

    @Test
    void theTypesOfTheFilterAreListedForAnEventOfAnotherType() {
        var filter = new EventFilter(List.of("placed", "paid"), "/eu/", "", false);
        assertThat(sentence(filter, event("shipped", "/us/7")))
                .isEqualTo("includedEventTypes: type \"shipped\" is not among \"placed\", \"paid\"");
    }

    @Test
    void bothEndsOfTheSubjectAreNamed() {
        assertThat(sentence(new EventFilter(List.of(), "/eu/", "", false), event("placed", "/us/7")))
                .isEqualTo("subjectBeginsWith: \"/eu/\" does not match subject \"/us/7\"");
        assertThat(sentence(new EventFilter(List.of(), "/us/", "8", false), event("placed", "/us/7")))
                .isEqualTo("subjectEndsWith: \"8\" does not match subject \"/us/7\"");
    }

    @Test
    void dataIsNotQuotedToThoseWhoMayNotSeeIt() {
        var filter =
                ConditionsTest.filter("{\"operatorType\":\"StringIn\",\"key\":\"data.k\",\"values\":[\"a\"]}", false);
        assertThat(Explanation.of(filter, ConditionsTest.event("{\"k\":\"4111\"}"), false))
                .contains("advancedFilters: data.k StringIn \"a\" does not hold, the value is not shown");
    }

    @ParameterizedTest(name = "{0} of {1}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\u0000',
            value = {
                "\"NumberGreaterThan\",\"key\":\"data.k\",\"value\":10 | {\"k\":7}"
                        + "| data.k NumberGreaterThan 10 does not hold, the value is 7",
                "\"NumberInRange\",\"key\":\"data.k\",\"values\":[[1,2],[4,5]] | {\"k\":3}"
                        + "| data.k NumberInRange [1, 2], [4, 5] does not hold, the value is 3",
                "\"StringIn\",\"key\":\"data.k\",\"values\":[\"a\",\"b\"] | {\"k\":\"c\"}"
                        + "| data.k StringIn \"a\", \"b\" does not hold, the value is \"c\"",
                "\"StringIn\",\"key\":\"data.k\",\"values\":[\"a\"] | {}"
                        + "| data.k StringIn \"a\" does not hold, the event has no such value",
                "\"BoolEquals\",\"key\":\"data.k\",\"value\":true | {\"k\":null}"
                        + "| data.k BoolEquals true does not hold, the value is null",
                "\"BoolEquals\",\"key\":\"data.k\",\"value\":true | {\"k\":[true]}"
                        + "| data.k BoolEquals true does not hold, the value is an array,"
                        + " and enableAdvancedFilteringOnArrays is false",
                "\"BoolEquals\",\"key\":\"data.k\",\"value\":true | {\"k\":{}}"
                        + "| data.k BoolEquals true does not hold, the value is an object or cannot be compared",
                "\"IsNotNull\",\"key\":\"data.k\" | {} | data.k IsNotNull does not hold, the event has no such value",
            })
    void theFirstAdvancedFilterThatFailsIsNamedWithTheValueFound(String operator, String data, String sentence) {
        var filter = ConditionsTest.filter("{\"operatorType\":" + operator + "}", false);
        assertThat(sentence(filter, ConditionsTest.event(data))).isEqualTo("advancedFilters: " + sentence);
    }

    @Test
    void aLongValueIsShortened() {
        var filter = new EventFilter(List.of(), "/eu/", "", false);
        assertThat(sentence(filter, event("placed", "/" + "x".repeat(1_000)))).hasSizeLessThan(300);
    }

    private static String sentence(EventFilter filter, Event event) {
        return Explanation.of(filter, event).orElseThrow();
    }
}
