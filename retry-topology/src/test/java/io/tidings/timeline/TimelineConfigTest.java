package io.tidings.timeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidings.runtime.InvalidSettings;
import io.tidings.runtime.Settings;
import io.tidings.topology.TopologyConfig;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TimelineConfigTest {
    private static TimelineConfig config(Map<String, String> more) {
        var all = new HashMap<>(Map.of("bootstrap.servers", "localhost:9092"));
        all.putAll(more);
        return TimelineConfig.of(
                Settings.of(TopologyConfig.definitions(), TopologyConfig.prefixes(), all), "topology-0");
    }

    @Test
    void itsGroupIsNotThatOfMatching() {
        assertThat(config(Map.of("topic.prefix", "a.")).application()).isEqualTo("a.timeline");
    }

    @ParameterizedTest
    @CsvSource({
        "127.0.0.1:0,, 127.0.0.1:7",
        "localhost:9194,, localhost:7",
        "127.0.0.1:9194, topology-0.topology:9194, topology-0.topology:9194"
    })
    void otherInstancesReachItWhereItListensOrIsSaidTo(String listen, String advertised, String expected) {
        var settings = new HashMap<>(Map.of("timeline.listen", listen));
        if (advertised != null) {
            settings.put("timeline.advertised", advertised);
        }
        assertThat(config(settings).listener().advertised(7)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.0.0.0:9194", "10.0.0.7:9194", "topology-0:9194"})
    void otherHostsMayAskOnlyWithASecret(String listen) {
        assertThatThrownBy(() -> config(Map.of("timeline.listen", listen)))
                .isInstanceOf(InvalidSettings.class)
                .hasMessageContaining("timeline.secret");
        assertThat(config(Map.of("timeline.listen", listen, "timeline.secret", "x".repeat(20)))
                        .listener()
                        .port())
                .isEqualTo(9194);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "nineteen characters", "   nineteen characters   "})
    void aSecretThatCouldBeGuessedIsRefused(String secret) {
        assertThatThrownBy(() -> config(Map.of("timeline.listen", "0.0.0.0:9194", "timeline.secret", secret)))
                .isInstanceOf(InvalidSettings.class)
                .hasMessageContaining("timeline.secret")
                .hasMessageContaining("at least 20 characters");
    }

    @ParameterizedTest
    @ValueSource(strings = {"9194", "localhost", ":9194", "localhost:port"})
    void aListenerIsAHostAndAPort(String listen) {
        assertThatThrownBy(() -> config(Map.of("timeline.listen", listen)))
                .isInstanceOf(InvalidSettings.class)
                .hasMessageContaining("timeline.listen");
    }

    @Test
    void nativeSettingsOverrideOurs() {
        var settings = config(Map.of("timeline.streams.num.standby.replicas", "3", "streams.poll.ms", "7"))
                .streamsSettings("localhost:1");
        assertThat(settings)
                .containsEntry("num.standby.replicas", "3")
                .containsEntry("application.server", "localhost:1")
                .containsEntry("poll.ms", 500L);
    }
}
