package io.tidings.cli.subscription;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AdvancedFilterArgumentTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "data.n NumberGreaterThan 100       | {'operatorType':'NumberGreaterThan','key':'data.n','value':100}",
                "data.n numberlessthanorequals -1.5 |"
                        + " {'operatorType':'numberlessthanorequals','key':'data.n','value':-1.5}",
                "data.n NumberIn 5 10               | {'operatorType':'NumberIn','key':'data.n','values':[5,10]}",
                "data.n NumberInRange 1,10 20,30.5  |"
                        + " {'operatorType':'NumberInRange','key':'data.n','values':[[1,10],[20,30.5]]}",
                "data.b BoolEquals TRUE             | {'operatorType':'BoolEquals','key':'data.b','value':true}",
                "subject StringIn 5 b               | {'operatorType':'StringIn','key':'subject','values':['5','b']}",
                "data.x IsNullOrUndefined           | {'operatorType':'IsNullOrUndefined','key':'data.x'}",
                "data.x OfALaterRelease v           | {'operatorType':'OfALaterRelease','key':'data.x','values':['v']}",
            })
    void wordsBecomeAFilterWithValuesOfTheOperatorsType(String words, String json) {
        assertThat(AdvancedFilterArgument.json(List.of(words.split(" ")))).hasToString(json.replace('\'', '"'));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "data.n",
                "data.n NumberIn",
                "data.n NumberIn five",
                "data.n NumberGreaterThan 1 2",
                "data.n NumberInRange 5",
                "data.b BoolEquals yes",
                "data.x IsNotNull 1",
            })
    void whatIsNoFilterIsRefused(String words) {
        assertThatIllegalArgumentException().isThrownBy(() -> AdvancedFilterArgument.json(List.of(words.split(" "))));
    }

    @Test
    void numbersKeepAllTheirDigits() {
        assertThat(AdvancedFilterArgument.json(
                        List.of("data.n", "NumberIn", "9007199254740993", "0.30000000000000004")))
                .asString()
                .contains("[9007199254740993,0.30000000000000004]");
    }
}
