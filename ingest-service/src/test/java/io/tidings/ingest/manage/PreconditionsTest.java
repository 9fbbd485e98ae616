package io.tidings.ingest.manage;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.ingest.http.ApiError;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** B-SUB-1: which version a change is meant for. */
class PreconditionsTest {
    private static final EntityTag CURRENT = new EntityTag("v2");

    @ParameterizedTest(name = "If-Match {0}, If-None-Match {1}: existing {2}, missing {3}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                     |        | true  | true
        "v2"         |        | true  | false
        "v1"         |        | false | false
        "v1", "v2"   |        | true  | false
        W/"v2"       |        | true  | false
        v2           |        | true  | false
        ``           |        | false | false
        *            |        | true  | false
                     | *      | false | true
                     | "v2"   | false | true
                     | "v1"   | true  | true
        "v2"         | "v1"   | true  | false
        *            | *      | false | false
        """)
    void aChangeIsMadeOfTheVersionItIsMeantForOnly(String match, String noneMatch, boolean existing, boolean missing) {
        var conditions = new Preconditions(match, noneMatch);
        assertThat(conditions.brokenBy(Optional.of(CURRENT)).isEmpty()).isEqualTo(existing);
        assertThat(conditions.brokenBy(Optional.empty()).isEmpty()).isEqualTo(missing);
    }

    @Test
    void theProblemSaysWhatToDo() {
        assertThat(new Preconditions("\"v1\"", null).brokenBy(Optional.of(CURRENT)))
                .hasValueSatisfying(error -> assertThat(error.json())
                        .startsWith("{\"error\":{\"code\":\"PreconditionFailed\"")
                        .contains("\\\"v2\\\"", "GET it"));
        assertThat(new Preconditions(null, "*").brokenBy(Optional.of(CURRENT)))
                .map(ApiError::status)
                .contains(412);
    }
}
