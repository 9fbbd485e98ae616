package io.tidings.acceptance.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.acceptance.installation.DeployFolder;
import io.tidings.local.cluster.LocalProgram;
import io.tidings.runtime.metric.Metric;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What users read about metrics is what the programs define. */
class MetricsPageTest {
    private static final Path PAGE = Path.of("..", "..", "docs", "metrics.md");
    private static final Path WRITTEN = Path.of("target", "metrics.md");

    @Test
    void thePageSaysWhatTheDefinitionsSay() throws IOException {
        var page = new MetricsPage(LocalProgram.all()).text();
        Files.createDirectories(WRITTEN.getParent());
        Files.writeString(WRITTEN, page);
        assertThat(Files.exists(PAGE) ? Files.readString(PAGE) : "")
                .as("a metric was changed: cp deploy/acceptance/target/metrics.md docs/")
                .isEqualTo(page);
    }

    @ParameterizedTest
    @EnumSource
    void everyMetricIsExplainedAndBelongsToAProgram(Metric metric) {
        assertThat(metric.description()).endsWith(".").hasSizeGreaterThan(20);
        assertThat(LocalProgram.all().stream().map(LocalProgram::name)).containsAll(metric.programs());
        assertThat(metric.programs()).isNotEmpty();
        assertThat(MetricsPage.labels()).containsAll(metric.tags());
    }

    @Test
    void everyMetricThatAPageNamesIsDefined() {
        assertThat(DeployFolder.metricsOnPages())
                .hasSizeGreaterThan(30)
                .allSatisfy((name, page) -> assertThat(Metric.values())
                        .as(name + " in " + page)
                        .extracting(Metric::family)
                        .contains(name));
    }

    /** What bypasses the definitions has no description and is on no page. */
    @Test
    void everyMeterOfTheProgramsIsMadeOfItsDefinition() throws IOException {
        for (var module : new String[] {
            "retry-topology/runtime",
            "retry-topology/timeline",
            "retry-topology",
            "ingest-service",
            "delivery-worker",
            "deadletter-exporter"
        }) {
            for (var file : DeployFolder.files(DeployFolder.ROOT.resolve(module).resolve("src/main/java"), ".java")) {
                if (!file.endsWith("Metric.java")) {
                    assertThat(Files.readString(file))
                            .as(file.toString())
                            .doesNotContainPattern("(?:Counter|Gauge|Timer|DistributionSummary)\\s*\\.builder")
                            .doesNotContainPattern("\\b(?:registry|metrics)\\.(?:counter|gauge|timer|summary)\\(");
                }
            }
        }
    }
}
