package io.tidings.contract.topic;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.contract.json.ResourceJson;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** B-SEE-2: values that nobody is shown. */
class MaskTest {
    @ParameterizedTest(name = "{0} hides of {1}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\u0000',
            value = {
                "/data/card | {\"data\":{\"card\":4111,\"sum\":1.10}} | {\"data\":{\"card\":\"***\",\"sum\":1.10}}",
                "/data/card | {\"data\":{\"card\":{\"no\":\"4111\"}}} | {\"data\":{\"card\":\"***\"}}",
                "/data/card | {\"data\":{\"Card\":\"4111\",\"CARD\":1}} |"
                        + " {\"data\":{\"Card\":\"***\",\"CARD\":\"***\"}}",
                "/data/a/b | {\"data\":{\"a\":[{\"b\":1},{\"b\":2,\"c\":3}]}} |"
                        + " {\"data\":{\"a\":[{\"b\":\"***\"},{\"b\":\"***\",\"c\":3}]}}",
                "/data/a/0/b | {\"data\":{\"a\":[{\"b\":1},{\"b\":2}]}} |"
                        + " {\"data\":{\"a\":[{\"b\":\"***\"},{\"b\":\"***\"}]}}",
                "/data/a/* | {\"data\":{\"a\":[1,[2]]}} | {\"data\":{\"a\":[\"***\",\"***\"]}}",
                "/data/a~1b | {\"data\":{\"a/b\":1}} | {\"data\":{\"a/b\":\"***\"}}",
                "/data/card | {\"data\":\"card=4111\"} | {\"data\":\"***\"}",
                "/data/card | {\"data_base64\":\"NDExMQ==\"} | {\"data\":\"***\"}",
                "/data/card | {\"id\":\"card\",\"data\":{\"x\":{\"card\":1}}} |"
                        + " {\"id\":\"card\",\"data\":{\"x\":{\"card\":1}}}",
                "/card | {\"card\":\"4111\"} | {\"card\":\"***\"}",
            })
    void theValuesOfItsPathsAreHidden(String path, String event, String shown) {
        var tree = (ObjectNode) ResourceJson.orMissing(event.getBytes(UTF_8));
        new Mask(List.of(path)).hide(tree);
        assertThat(tree).hasToString(shown);
    }

    @Test
    void aPathThatHoldsAHiddenValueOrBelongsToOneIsHidden() {
        var mask = new Mask(List.of("/data/card/number"));
        assertThat(List.of("/data/card/number", "/data/Card", "/data/card/number/last"))
                .allMatch(mask::hides);
        assertThat(List.of("/data/cards", "subject", "/data/card/name")).noneMatch(mask::hides);
    }
}
