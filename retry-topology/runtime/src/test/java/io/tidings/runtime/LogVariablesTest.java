package io.tidings.runtime;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Logs for people, or for programs that read them. */
class LogVariablesTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @Test
    void jsonIsOneObjectALine() throws Exception {
        var lines = logged(Map.of(LogVariables.FORMAT, "json"));

        assertThat(lines).hasSize(2);
        var first = JSON.readTree(lines.getFirst());
        assertThat(first.path("level").textValue()).isEqualTo("INFO");
        assertThat(first.path("formattedMessage").textValue()).isEqualTo("worker is \"ready\"");
        assertThat(first.path("loggerName").textValue()).endsWith("LoggingProgram");
        assertThat(first.path("timestamp").isIntegralNumber()).isTrue();
        var second = JSON.readTree(lines.getLast());
        assertThat(second.path("throwable").path("message").textValue()).isEqualTo("gone");
        assertThat(second.path("throwable").path("stepArray").size()).isPositive();
    }

    @Test
    void theDefaultFormatIsText() throws Exception {
        assertThat(logged(Map.of()).getFirst())
                .matches("\\d{4}-\\d\\d-\\d\\dT\\S+ INFO {2}LoggingProgram - worker is \"ready\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "text", "json"})
    void theseAreFormats(String format) {
        assertThatCode(() -> LogVariables.requireKnown(Map.of(LogVariables.FORMAT, format)))
                .doesNotThrowAnyException();
    }

    @Test
    void anotherFormatIsRefusedAtTheStart() {
        assertThatThrownBy(() -> LogVariables.requireKnown(Map.of(LogVariables.FORMAT, "xml")))
                .isInstanceOf(InvalidSettings.class)
                .hasMessageContaining("TIDINGS_LOG_FORMAT: \"xml\" is no format; set text or json");
    }

    @Test
    void aLevelIsOneOfThese() {
        assertThatCode(() -> LogVariables.requireKnown(Map.of(LogVariables.LEVEL, "DEBUG")))
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> LogVariables.requireKnown(Map.of(LogVariables.LEVEL, "debugging")))
                .isInstanceOf(InvalidSettings.class)
                .hasMessageContaining("TIDINGS_LOG_LEVEL: \"debugging\" is no level; set one of ERROR");
    }

    @Test
    void theLevelIsThatOfTheEnvironment() throws Exception {
        assertThat(logged(Map.of(LogVariables.LEVEL, "ERROR")))
                .noneMatch(line -> line.contains("ready"))
                .anyMatch(line -> line.contains("gone"));
    }

    /** What a process of its own writes, since a JVM configures its logging once. */
    private static List<String> logged(Map<String, String> environment) throws IOException {
        var builder = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Dlogback.configurationFile=logback.xml", // not that of the tests
                "-cp",
                System.getProperty("java.class.path"),
                LoggingProgram.class.getName());
        builder.environment().keySet().removeAll(List.of(LogVariables.FORMAT, LogVariables.LEVEL));
        builder.environment().putAll(environment);
        var process = builder.redirectErrorStream(true).start();
        try (var out = process.getInputStream()) {
            return new String(out.readAllBytes(), UTF_8).lines().toList();
        }
    }
}
