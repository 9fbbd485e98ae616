package io.tidings.acceptance.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.local.cluster.LocalProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.apache.kafka.common.config.ConfigDef.ConfigKey;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What users read about settings is what the programs know. */
class ConfigurationPageTest {
    private static final Path PAGE = Path.of("..", "..", "docs", "configuration.md");
    private static final Path WRITTEN = Path.of("target", "configuration.md");

    @Test
    void thePageSaysWhatTheDefinitionsSay() throws IOException {
        var page = new ConfigurationPage(LocalProgram.all()).text();
        Files.createDirectories(WRITTEN.getParent());
        Files.writeString(WRITTEN, page);
        assertThat(Files.exists(PAGE) ? Files.readString(PAGE) : "")
                .as("a setting was changed: cp deploy/acceptance/target/configuration.md docs/")
                .isEqualTo(page);
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
}
