package io.tidings.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidings.runtime.InvalidSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** B-DLQ-4, B-DLQ-5: the exporter's settings. */
class ExporterConfigTest {
    @Test
    void theDefaultsAreThoseOfTheDocuments() {
        var config = config();
        assertThat(config.export().windows().length()).isEqualTo(Duration.ofMinutes(1));
        assertThat(config.export().windows().delay()).isEqualTo(Duration.ofMinutes(5));
        assertThat(config.export().dropAfter()).isEqualTo(Duration.ofHours(4));
        assertThat(config.stores().none()).isTrue();
        assertThat(config.kafka().instance()).isNotBlank();
        assertThat(config.kafka().topics().exportersGroup()).isEqualTo("tidings.deadletter-exporter");
    }

    @Test
    void everyWaitIsScaled() {
        var config = config("time.scale=0.01");
        assertThat(config.export().windows().length()).isEqualTo(Duration.ofMillis(600));
        assertThat(config.export().windows().delay()).isEqualTo(Duration.ofSeconds(3));
        assertThat(config.export().dropAfter()).isEqualTo(Duration.ofMinutes(2).plusSeconds(24));
    }

    @Test
    void nothingNeedEverBeDropped() {
        assertThat(config("deadletter.drop.after=never").export().dropAfter()).isNull();
    }

    @Test
    void anAccountMayHaveAStorageOfItsOwnAlsoFromTheEnvironment() {
        var config = ExporterConfig.of(ExporterConfig.load(
                new String[] {"--set", "bootstrap.servers=localhost:1"},
                Map.of("TIDINGS_DEADLETTER_STORAGE_ARCHIVE", "file:///archive")));
        assertThat(config.stores().of("archive")).isPresent();
        assertThat(config.stores().of("other")).isEmpty();
    }

    @Test
    void everyAccountThatIsListedHasAStorage() {
        assertThatThrownBy(() ->
                        config("deadletter.accounts=archive,backup", "deadletter.storage.archive=file:///archive"))
                .isInstanceOf(InvalidSettings.class)
                .hasMessageContaining(
                        "deadletter.accounts: the account backup has no storage: set deadletter.storage.backup");
        assertThat(config("deadletter.accounts=archive", "deadletter.storage.archive=file:///archive")
                        .stores()
                        .of("archive"))
                .isPresent();
        assertThat(config("deadletter.accounts=archive,backup", "deadletter.storage=file:///all")
                        .stores()
                        .of("backup"))
                .isPresent();
    }

    @Test
    void aSecretIsReadFromWhereItLiesAndNeverShown(@TempDir Path folder) throws IOException {
        var secrets = Files.writeString(folder.resolve("secrets.properties"), "key=VE9QU0VDUkVU\n");
        var config = config("deadletter.storage.archive=azblob://?account_key=${file:" + secrets + ":key}");
        assertThat(config.stores().of("archive").orElseThrow().url("dead", "a.json"))
                .isEqualTo("https://archive.blob.core.windows.net/dead/a.json");
        assertThat(config.toString()).contains("azblob://").doesNotContain("VE9QU0VDUkVU");

        assertThatThrownBy(() -> config("deadletter.storage.archive=azblob://?account_key=TOPSECRET!"))
                .isInstanceOf(InvalidSettings.class)
                .hasMessageContaining("deadletter.storage.archive")
                .hasMessageContaining("account_key")
                .message()
                .doesNotContain("TOPSECRET");
    }

    @Test
    void contradictorySettingsAreRefused() {
        assertThatThrownBy(() -> config("deadletter.drop.after=soon"))
                .isInstanceOf(InvalidSettings.class)
                .hasMessageContaining("deadletter.drop.after")
                .hasMessageContaining("never");
        for (var after : List.of("5m", "1m", "0s")) {
            assertThatThrownBy(() -> config("deadletter.drop.after=" + after))
                    .isInstanceOf(InvalidSettings.class)
                    .hasMessageContaining("deadletter.drop.after: " + after)
                    .hasMessageContaining("deadletter.delay, 5m");
        }
        assertThat(config("deadletter.drop.after=never", "deadletter.delay=9h")
                        .export()
                        .dropAfter())
                .isNull();
        assertThatThrownBy(() -> config("deadletter.storage=ftp://host/TOPSECRET"))
                .isInstanceOf(InvalidSettings.class)
                .hasMessageContaining("deadletter.storage")
                .hasMessageContaining("azblob")
                .message()
                .doesNotContain("TOPSECRET");
    }

    private static ExporterConfig config(String... settings) {
        var args = new ArrayList<>(List.of("--set", "bootstrap.servers=localhost:1"));
        for (var setting : settings) {
            args.addAll(List.of("--set", setting));
        }
        return ExporterConfig.of(ExporterConfig.load(args.toArray(String[]::new), Map.of()));
    }
}
