package io.tidings.export.selection;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BlobPlaceTest {
    @Test
    void blobsAreOrderedByTimeAndNotByText() {
        var sorted = Stream.of(
                        "B/2026/10/1/9/a.json", "B/2026/9/30/23/a.json", "B/2026/9/30/9/b.json", "B/2026/9/30/9/a.json")
                .map(BlobPlace::parse)
                .flatMap(Optional::stream)
                .sorted()
                .map(BlobPlace::path);
        assertThat(sorted)
                .containsExactly(
                        "B/2026/9/30/9/a.json",
                        "B/2026/9/30/9/b.json",
                        "B/2026/9/30/23/a.json",
                        "B/2026/10/1/9/a.json");
    }

    @Test
    void aFolderHoldsTheBlobsOfAnHour() {
        var hour = Instant.parse("2026-03-07T09:00:00Z");
        assertThat(BlobPlace.folder("billing", hour)).isEqualTo("BILLING/2026/3/7/9/");
        assertThat(BlobPlace.parse("BILLING/2026/3/7/9/x.json"))
                .contains(new BlobPlace(hour, "BILLING/2026/3/7/9/x.json"));
    }

    @ParameterizedTest(name = "path {0}")
    @ValueSource(
            strings = {
                "",
                "x.json",
                "B/2026/13/1/9/x.json",
                "B/2026/3/7/24/x.json",
                "B/2026/3/7/9/x.txt",
                "B/3/7/9/x.json"
            })
    void anOperatorsFileIsNoBlobOfDeadLetters(String path) {
        assertThat(BlobPlace.parse(path)).isEmpty();
    }
}
