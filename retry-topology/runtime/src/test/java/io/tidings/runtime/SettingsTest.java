package io.tidings.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Type;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Decision 13: the sources of settings, their precedence, and the report of all problems at once. */
class SettingsTest {
    private static final List<String> PREFIXES = List.of("consumer.");

    @TempDir
    Path folder;

    @Test
    void theEnvironmentWinsOverTheFileAndSetOverBoth() throws IOException {
        var file = file("bootstrap.servers=file:1\ntopic.prefix=file.\npartitions=3\nconsumer.fetch.max.bytes=7");
        var environment = Map.of(
                "TIDINGS_TOPIC_PREFIX", "env.",
                "TIDINGS_PARTITIONS", "4",
                "TIDINGS_CONSUMER_FETCH_MAX_BYTES", "8",
                "PATH", "/bin");
        var settings = load(environment, file, "--set", "partitions=5");
        assertThat(settings.list("bootstrap.servers")).containsExactly("file:1");
        assertThat(settings.text("topic.prefix")).isEqualTo("env.");
        assertThat(settings.integer("partitions")).isEqualTo(5);
        assertThat(settings.under("consumer.")).containsExactly(Map.entry("fetch.max.bytes", "8"));
        assertThat(settings.integer("replication.factor")).isEqualTo(-1);
    }

    @Test
    void everyProblemIsReportedAtOnce() throws IOException {
        var file = file("partitions=many\ntopic.prefx=x\ndrain.timeout=8\ntime.scale=2");
        assertThatExceptionOfType(InvalidSettings.class)
                .isThrownBy(() -> load(Map.of(), file, folder.resolve("absent").toString(), "--set", "partitions"))
                .withMessageContainingAll(
                        "bootstrap.servers",
                        "partitions",
                        "many",
                        "topic.prefx: there is no such setting",
                        "drain.timeout",
                        "30s",
                        "time.scale",
                        "there is no settings file ",
                        "--set must be followed by KEY=VALUE");
    }

    @Test
    void referencesAreResolved() throws IOException {
        var secret = Files.writeString(folder.resolve("secret"), "password=s3cret");
        var path = System.getenv("PATH");
        var settings = load(
                Map.of(),
                file("bootstrap.servers=a:1\nconsumer.home=${env:PATH}\nkey=${file:" + secret + ":password}"));
        assertThat(settings.under("consumer.")).containsEntry("home", path);
        assertThat(settings.password("key")).hasValueSatisfying(key -> {
            assertThat(key.value()).isEqualTo("s3cret");
            assertThat(key.toString()).doesNotContain("s3cret");
        });
    }

    @Test
    void anEmptyTextIsNone() {
        assertThat(load(Map.of(), "--set", "bootstrap.servers=a:1", "--set", "note=")
                        .optionalText("note"))
                .isEmpty();
        assertThat(load(Map.of(), "--set", "bootstrap.servers=a:1").optionalText("note"))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"250ms, PT0.25S", "30s, PT30S", "5m, PT5M", "4h, PT4H", "7d, P7D", "0s, PT0S"})
    void durationsAreANumberAndAUnit(String text, Duration duration) {
        assertThat(SettingDuration.parse(text)).isEqualTo(duration);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "30", "s", "-1s", "1.5s", "5 minutes"})
    void anythingElseIsNoDuration(String text) {
        assertThatExceptionOfType(InvalidSettings.class)
                .isThrownBy(() -> load(Map.of(), "--set", "bootstrap.servers=a:1", "--set", "drain.timeout=" + text))
                .withMessageContaining("drain.timeout");
    }

    private String file(String text) throws IOException {
        return Files.writeString(folder.resolve("service.properties"), text).toString();
    }

    private static Settings load(Map<String, String> environment, String... args) {
        var definitions = CommonSettings.definitions(9190)
                .define("key", Type.PASSWORD, null, Importance.LOW, "A secret.")
                .define("note", Type.STRING, null, Importance.LOW, "A note.");
        return Settings.load(definitions, PREFIXES, args, environment);
    }

    @Test
    void theDefinitionsOfEveryProgramDocumentThemselves() {
        ConfigDef definitions = CommonSettings.definitions(9190);
        assertThat(definitions.configKeys().values())
                .allSatisfy(key -> assertThat(key.documentation).endsWith("."));
    }

    @Test
    void anInvalidNetworkIsReportedInOneLine() {
        assertThatExceptionOfType(InvalidSettings.class)
                .isThrownBy(() -> load(
                        Map.of(), "--set", "bootstrap.servers=a:1", "--set", "endpoint.allow.networks=10.0.0.0/8,home"))
                .withMessageContainingAll("endpoint.allow.networks", "\"home\" is no network such as");
    }

    @Test
    void aHostWithoutANameIsReportedWithTheSettingThatHelps() {
        assertThatExceptionOfType(InvalidSettings.class)
                .isThrownBy(() -> CommonSettings.hostName("worker.instance.id", () -> {
                    throw new UnknownHostException("nameless");
                }))
                .withMessageContainingAll("worker.instance.id", "nameless");
    }
}
