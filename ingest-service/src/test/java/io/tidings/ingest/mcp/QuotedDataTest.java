package io.tidings.ingest.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** B-MCP-3: data in results is marked and cut. */
class QuotedDataTest {
    @Test
    void dataStandsBetweenMarks() {
        assertThat(QuotedData.of("{\"x\":1}", "data-7f").lines())
                .hasSize(4)
                .endsWith("data-7f", "{\"x\":1}", "data-7f");
    }

    @Test
    void longDataIsCutBetweenCharacters() {
        var data = "x".repeat(QuotedData.MOST_CHARACTERS - 1) + "😀😀";
        assertThat(QuotedData.of(data, "data-7f").lines())
                .hasSize(5)
                .endsWith("data-7f", "The data has 4 more characters, which are cut.");
    }
}
