package io.tidings.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.benchmark.model.Assumptions;
import io.tidings.benchmark.model.Planner;
import io.tidings.benchmark.model.ScalingPages;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The pages about sizes are what {@code ./deploy/benchmark/model --pages docs} writes. */
class ScalingPagesTest {
    private static final Path DOCS = Path.of("..", "..", "docs");

    @Test
    void thePagesAreWhatTheModelComputes() throws IOException {
        var pages = new ScalingPages(new Planner(ModelMain.shipped(), Assumptions.USUAL)).all();

        assertThat(pages).hasSize(4);
        for (var page : pages.entrySet()) {
            assertThat(Files.readString(DOCS.resolve(page.getKey()))).isEqualTo(page.getValue());
        }
    }
}
