package io.tidings.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tidings.runtime.InvalidSettings;
import java.util.Map;
import org.apache.kafka.streams.StreamsConfig;
import org.junit.jupiter.api.Test;

/** Decisions 7 and 13: what Kafka Streams is started with. */
class TopologyConfigTest {
    @Test
    void streamsGetsTheSettingsOfDecisionSeven() {
        assertThat(load("topology.instance.id=a").streamsSettings())
                .containsEntry("application.id", "tidings.matching")
                .containsEntry("bootstrap.servers", "broker:9092")
                .containsEntry("group.protocol", "classic")
                .containsEntry("processing.guarantee", "at_least_once")
                .containsEntry("commit.interval.ms", 1_000)
                .containsEntry("metadata.max.age.ms", 10_000)
                .containsEntry("producer.linger.ms", 1)
                .containsEntry("producer.batch.size", 131_072)
                .containsEntry("main.consumer.group.instance.id", "a")
                .containsEntry("main.consumer.session.timeout.ms", 10_000);
    }

    @Test
    void streamsKnowsEverySetting() {
        var known = StreamsConfig.configDef().names();
        assertThat(load().streamsSettings().keySet())
                .filteredOn(name -> !name.matches("(main\\.)?consumer\\..*|producer\\..*"))
                .allSatisfy(name -> assertThat(known).contains(name));
    }

    @Test
    void nativeSettingsWin() {
        var settings = load("streams.commit.interval.ms=50", "consumer.fetch.max.wait.ms=5", "kafka.client.rack=r1")
                .streamsSettings();
        assertThat(settings)
                .containsEntry("commit.interval.ms", "50")
                .containsEntry("consumer.fetch.max.wait.ms", "5")
                .containsEntry("client.rack", "r1");
    }

    @Test
    void withoutAPaceNoDeliveryWaitsForAnother() {
        var settings = load("latency.pace=0ms");
        assertThat(settings.pace()).isZero();
        assertThat(settings.streamsSettings()).containsEntry("producer.linger.ms", 0);
        assertThatExceptionOfType(InvalidSettings.class)
                .isThrownBy(() -> load("latency.pace=2s"))
                .withMessageContaining("latency.pace");
    }

    /** B-MATCH-6: a thread that waits must poll before Kafka takes its partitions away. */
    @Test
    void anEventWaitsForATableForHalfOfTheTimeInWhichAThreadHasToPoll() {
        assertThat(load().tablePatience()).hasSeconds(150);
        assertThat(load("consumer.max.poll.interval.ms=60000").tablePatience()).hasSeconds(30);
        assertThat(load("consumer.max.poll.interval.ms=60000", "streams.main.consumer.max.poll.interval.ms=20000")
                        .tablePatience())
                .hasSeconds(10);
        assertThatExceptionOfType(InvalidSettings.class)
                .isThrownBy(() -> load("consumer.max.poll.interval.ms=soon").tablePatience())
                .withMessageContaining("max.poll.interval.ms");
    }

    @Test
    void theDefaultInstanceNameIsTheHost() {
        assertThat(load().instanceId()).endsWith("-topology").hasSizeGreaterThan("-topology".length());
        assertThat(load().defaultTopic()).isNull();
        assertThat(load("default.topic=shop").defaultTopic()).isEqualTo("shop");
    }

    @Test
    void unknownMembersAreRefused() {
        assertThatExceptionOfType(InvalidSettings.class)
                .isThrownBy(() -> load("topology.instanceid=a"))
                .withMessageContaining("topology.instanceid: there is no such setting");
    }

    private static TopologyConfig load(String... settings) {
        var args = new String[2 * settings.length];
        for (int i = 0; i < settings.length; i++) {
            args[2 * i] = "--set";
            args[2 * i + 1] = settings[i];
        }
        return TopologyConfig.load(args, Map.of("TIDINGS_BOOTSTRAP_SERVERS", "broker:9092"));
    }
}
