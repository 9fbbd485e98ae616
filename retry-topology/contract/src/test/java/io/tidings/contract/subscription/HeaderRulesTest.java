package io.tidings.contract.subscription;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** B-DEL-5: which characters the name and the value of a header may have. */
class HeaderRulesTest {
    @ParameterizedTest
    @ValueSource(strings = {"0", "9", "A", "Z", "a", "z", "!", "~", "X-My_Header.2", "!#$%&'*+-.^_`|~"})
    void lettersDigitsAndMarksMakeAName(String name) {
        assertThat(HeaderRules.brokenByName(name)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/", ":", "@", "[", "{", "\"", "(", "a b", "a\n", "ä", "\u0000", "\u007f"})
    void anythingElseDoesNot(String name) {
        assertThat(HeaderRules.brokenByName(name))
                .hasValueSatisfying(rule -> assertThat(rule).startsWith("must be the name of a header"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"aeg-", "AEG-x", "Host", "content-type"})
    void aReservedNameIsNamed(String name) {
        assertThat(HeaderRules.brokenByName(name)).contains("must not be \"" + name + "\", which is reserved");
    }

    @ParameterizedTest(name = "U+{0}: {1}")
    @CsvSource({"1f, false", "20, true", "41, true", "7e, true", "7f, false", "a0, false", "09, false", "0a, false"})
    void aValueIsPrintableAscii(String codePoint, boolean legal) {
        assertThat(HeaderRules.legalValue("a" + Character.toString(Integer.parseInt(codePoint, 16)) + "b"))
                .isEqualTo(legal);
    }
}
