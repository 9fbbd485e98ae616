package io.tidings.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidings.runtime.InvalidSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** B-DLQ-4, B-DLQ-5: the exporter's settings. */
class ExporterConfigTest {
    @Test
    void theDefaultsAreThoseOfTheDocuments() {
        var config = config();
        assertThat(config.export().windows().length()).isEqualTo(Duration.ofMinutes(1));
        assertThat(config.export().windows().delay()).isEqualTo(Duration.ofMinutes(5));
        assertThat(config.export().dropAfter()).isEqualTo(Duration.ofHours(4));
        assertThat(config.storages().none()).isTrue();
        assertThat(config.kafka().instance()).isNotBlank();
        assertThat(config.kafka().group()).isEqualTo("tidings.deadletter-exporter");
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
        assertThat(config.storages().of("archive")).isPresent();
        assertThat(config.storages().of("other")).isEmpty();
    }

    @Test
    void whatCannotBeMeantIsRefused() {
        assertThatThrownBy(() -> config("deadletter.drop.after=soon"))
                .isInstanceOf(InvalidSettings.class)
                .hasMessageContaining("deadletter.drop.after")
                .hasMessageContaining("never");
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
