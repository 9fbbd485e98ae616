package io.tidings.ingest.manage;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.ingest.http.Body;
import io.tidings.ingest.http.Request;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** B-SUB-1: a change is written only if its sender cannot have meant a dry run. */
class DryRunTest {
    @ParameterizedTest(name = "{0} with the query {1}: refused {2}, dry {3}")
    @CsvSource(quoteCharacter = '`', textBlock = """
        PUT,    ``,                    false, false
        PUT,    dryRun=true,           false, true
        PATCH,  dryRun=true,           false, true
        PATCH,  dryRun=TRUE,           false, true
        PATCH,  dryrun=true,           false, true
        PATCH,  api-version=1&dryRun=true, false, true
        PATCH,  dryRun=false,          false, false
        PATCH,  dryRuns=true,          false, false
        PATCH,  dryRun,                true,  false
        PATCH,  dryRun=,               true,  false
        PATCH,  dryRun=yes,            true,  false
        DELETE, dryRun=true,           true,  true
        POST,   dryRun=false,          true,  false
        GET,    dryRun=true,           false, true
        """)
    void aRequestIsRefusedThatWouldWriteAgainstItsMeaning(String method, String query, boolean refused, boolean dry) {
        var request = new Request(method, "/", query, "localhost", false, "::1", Map.of(), Body.TooLarge::new);
        assertThat(DryRun.refusal(request).isPresent()).isEqualTo(refused);
        assertThat(DryRun.asked(request)).isEqualTo(dry);
    }
}
