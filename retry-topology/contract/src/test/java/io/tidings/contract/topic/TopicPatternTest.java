package io.tidings.contract.topic;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** B-ACCESS-1: roles for named topics. */
class TopicPatternTest {
    @ParameterizedTest(name = "{0} matches {1}: {2}")
    @CsvSource({
        "*, orders, true",
        "**, orders, true",
        "orders, orders, true",
        "orders, orders-eu, false",
        "orders, Orders, false",
        "orders*, orders, true",
        "orders-*, orders, false",
        "orders-*, orders-eu, true",
        "*-eu, orders-eu, true",
        "*-eu, orders-eu-1, false",
        "orders-*-eu, orders-7-eu, true",
        "orders-*-eu, orders-eu, false",
        "a*b*c, aXbYc, true",
        "a*b*c, abc, true",
        "a*b*c, acb, false",
        "ab*ba, aba, false",
        "a*bc*c, abc, false"
    })
    void aStarStandsForAnyCharacters(String pattern, String topic, boolean matches) {
        assertThat(new TopicPattern(pattern).matches(topic)).isEqualTo(matches);
    }

    @ParameterizedTest(name = "\"{0}\"")
    @ValueSource(strings = {"", "orders/", "/eu", "a/b/c", "orders eu", "orders?", ".*"})
    void aTextThatMatchesNoNameIsNoPattern(String text) {
        assertThat(TopicPattern.parse(text)).isEmpty();
    }

    @Test
    void aNameIsAPattern() {
        assertThat(TopicPattern.parse("orders-*")).contains(new TopicPattern("orders-*"));
        assertThat(TopicPattern.ALL).hasToString("*");
    }
}
