package io.tidings.acceptance.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.acceptance.installation.DeployFolder;
import io.tidings.local.cluster.LocalProgram;
import io.tidings.runtime.metric.Metric;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.apache.kafka.common.config.ConfigDef.ConfigKey;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The pages on settings, metrics and commands list exactly those that the programs know, that on clients those that tests run. */
class GeneratedPagesTest {
    private static final Path DOCS = DeployFolder.ROOT.resolve("docs");
    private static final String REFERENCE = "## Every command\n";

    @Test
    void thePageOfSettingsSaysWhatTheDefinitionsSay() throws IOException {
        assertSays("configuration.md", new ConfigurationPage(LocalProgram.all()).text());
    }

    @Test
    void thePageOfMetricsSaysWhatTheDefinitionsSay() throws IOException {
        assertSays("metrics.md", new MetricsPage(LocalProgram.all()).text());
    }

    @Test
    void thePageOfTheCommandLineEndsWithTheHelpOfEveryCommand() throws IOException {
        var page = DeployFolder.text(DOCS.resolve("cli.md"));
        assertThat(page).containsOnlyOnce(REFERENCE);
        assertSays("cli.md", page.substring(0, page.indexOf(REFERENCE)) + REFERENCE + CommandReference.text());
    }

    @Test
    void thePageOfClientsNamesThoseThatTestsRun() throws IOException {
        assertSays("clients.md", new ClientsPage().text());
    }

    private static void assertSays(String page, String expected) throws IOException {
        Files.writeString(Path.of("target", page), expected);
        assertThat(DeployFolder.text(DOCS.resolve(page)))
                .as("what it is made of was changed: cp deploy/acceptance/target/%s docs/", page)
                .isEqualTo(expected);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("settings")
    void everySettingIsExplainedAndSaysWhatItAllows(String name, ConfigKey key) {
        assertThat(key.documentation).endsWith(".");
        assertThat(String.valueOf(key.validator)).doesNotContain("Lambda", "@");
    }

    static Stream<Object[]> settings() {
        return LocalProgram.all().stream()
                .flatMap(service -> service.definitions().configKeys().values().stream()
                        .map(key -> new Object[] {service.name() + " " + key.name, key}));
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
