package io.tidings.topology;

import static io.tidings.runtime.Setting.define;
import static io.tidings.runtime.Setting.duration;
import static io.tidings.runtime.Setting.largeInteger;
import static io.tidings.runtime.Setting.text;
import static io.tidings.runtime.SettingDuration.between;
import static org.apache.kafka.common.config.ConfigDef.Range.atLeast;

import io.tidings.contract.TimeScale;
import io.tidings.contract.Topics;
import io.tidings.contract.event.TopicIds;
import io.tidings.runtime.CommonSettings;
import io.tidings.runtime.InvalidSettings;
import io.tidings.runtime.Settings;
import io.tidings.runtime.kafka.AllowedSources;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.runtime.metric.SubscriptionDetail;
import io.tidings.timeline.TimelineConfig;
import io.tidings.topology.source.RegistryConfig;
import java.io.File;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Type;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.streams.StreamsConfig;
import org.jspecify.annotations.Nullable;

/**
 * @param defaultTopic of records that name none; null to reject them
 * @param pace between two batches of events
 * @param instanceId identifies this process in the group; the same after a restart
 * @param maxKeys of a topic whose events are deduplicated
 * @param streams native settings of Kafka Streams
 */
public record TopologyConfig(
        KafkaClients clients,
        Topics topics,
        int partitions,
        int replicationFactor,
        TimeScale timeScale,
        TopicIds topicIds,
        @Nullable String defaultTopic,
        Duration pace,
        String instanceId,
        Duration drainTimeout,
        long maxKeys,
        SubscriptionDetail metrics,
        AllowedSources sources,
        Map<String, String> streams) {
    private static final int ADMIN_PORT = 9191;
    private static final int BATCH_BYTES = 128 * 1024;
    private static final String NATIVE = "streams.";
    private static final String PACE = "latency.pace";
    private static final String MAX_KEYS = "deduplicate.max.keys";
    private static final String MAX_POLL_INTERVAL = ConsumerConfig.MAX_POLL_INTERVAL_MS_CONFIG;

    public TopologyConfig {
        streams = Map.copyOf(streams);
    }

    public static ConfigDef definitions() {
        return define(
                CommonSettings.definitions(ADMIN_PORT),
                CommonSettings.SUBSCRIPTION_DETAIL,
                CommonSettings.DEFAULT_TOPIC,
                duration(PACE, "10ms", between("0ms", "1s"))
                        .medium("How long events that follow each other closely wait for each other, so that they"
                                + " share requests to the brokers: less CPU, and up to that much more latency. An"
                                + " event after a pause, and a backlog, wait for nothing. 0ms: no event waits."),
                largeInteger(MAX_KEYS, 10_000_000, atLeast(1_000))
                        .medium("How many keys of a topic with deduplicate this process remembers, each with about 110"
                                + " bytes of memory, and of all topics as many as a third of the heap holds. With"
                                + " more of them the oldest are forgotten before their window has passed, and"
                                + " events that repeat them are delivered."),
                TimelineConfig.SETTINGS,
                RegistryConfig.SETTINGS,
                text("topology.instance.id")
                        .medium("Identifies this process among all that match events, also after a restart; if not"
                                + " set, the name of the host and -topology."));
    }

    public static List<String> prefixes() {
        var prefixes = new ArrayList<>(CommonSettings.CLIENT_PREFIXES);
        prefixes.addAll(AllowedSources.PREFIXES);
        prefixes.add(NATIVE);
        prefixes.add(TimelineConfig.NATIVE);
        return List.copyOf(prefixes);
    }

    static Settings settings(String[] args, Map<String, String> environment) {
        return Settings.load(definitions(), prefixes(), args, environment);
    }

    static TopologyConfig load(String[] args, Map<String, String> environment) {
        return of(settings(args, environment));
    }

    static TopologyConfig of(Settings settings) {
        return new TopologyConfig(
                KafkaClients.of(settings),
                CommonSettings.topics(settings),
                settings.integer("partitions"),
                settings.integer("replication.factor"),
                CommonSettings.timeScale(settings),
                CommonSettings.topicIds(settings),
                CommonSettings.defaultTopic(settings).orElse(null),
                settings.duration(PACE),
                settings.optionalText("topology.instance.id")
                        .orElseGet(() -> CommonSettings.hostName("topology.instance.id") + "-topology"),
                CommonSettings.drainTimeout(settings),
                settings.largeInteger(MAX_KEYS),
                CommonSettings.subscriptionDetail(settings),
                AllowedSources.of(settings, CommonSettings.topics(settings)),
                settings.under(NATIVE));
    }

    String group() {
        return topics.matchingGroup();
    }

    /**
     * The longest that an event waits for a table: half of the time after which Kafka takes the partitions of a
     * thread that does not poll.
     *
     * @throws InvalidSettings if Kafka Streams refuses its settings
     */
    Duration tablePatience() {
        try {
            var consumer = new StreamsConfig(streamsSettings()).getMainConsumerConfigs(group(), "", 0);
            var interval = consumer.getOrDefault(
                    MAX_POLL_INTERVAL,
                    ConsumerConfig.configDef().defaultValues().get(MAX_POLL_INTERVAL));
            return Duration.ofMillis((int) ConfigDef.parseType(MAX_POLL_INTERVAL, interval, Type.INT) / 2);
        } catch (ConfigException e) {
            throw new InvalidSettings(List.of("streams.: Kafka Streams refuses its settings: " + e.getMessage()));
        }
    }

    /** Native settings override these. */
    Map<String, Object> streamsSettings() {
        var settings = new HashMap<>(clients.connection());
        settings.put("application.id", group());
        settings.put("group.protocol", "classic"); // the streams protocol refuses pattern sources
        settings.put("processing.guarantee", "at_least_once");
        settings.put("commit.interval.ms", 1_000); // MatchProcessor asks for more of them when much is matched
        settings.put("poll.ms", 500L); // whatever comes ends the poll; with nothing to read, nothing is to be done
        settings.put("metadata.max.age.ms", 10_000); // how long a new dedicated topic goes unseen
        settings.put("max.task.idle.ms", -1L); // there is no order between events topics to wait for
        settings.put("statestore.cache.max.bytes", 0L);
        settings.put("state.dir", System.getProperty("java.io.tmpdir") + File.separator + "tidings-matching");
        settings.put("main.consumer.auto.offset.reset", "earliest");
        settings.put("main.consumer.group.instance.id", instanceId);
        settings.put("main.consumer.session.timeout.ms", 10_000);
        settings.put("main.consumer.heartbeat.interval.ms", 1000);
        settings.put("main.consumer.retry.backoff.ms", KafkaClients.RETRY_BACKOFF_MILLIS);
        settings.put("consumer.fetch.max.wait.ms", 1_000); // whatever comes ends the wait
        // A commit to a deleted topic is repeated until this has passed, and nothing else is done meanwhile.
        settings.put("main.consumer.default.api.timeout.ms", 10_000);
        settings.put("task.timeout.ms", 10_000L);
        // A batch of events is read in two polls; their deliveries still share a request.
        settings.put("producer.linger.ms", Math.toIntExact(pace.toMillis() / 10));
        settings.put("producer.batch.size", BATCH_BYTES); // filled only when deliveries come faster than they are sent
        settings.put("producer.max.request.size", KafkaClients.MAX_RECORD_BYTES);
        settings.put("producer.compression.type", "lz4");
        clients.consumers().forEach((name, value) -> settings.put("consumer." + name, value));
        clients.producers().forEach((name, value) -> settings.put("producer." + name, value));
        clients.admins().forEach((name, value) -> settings.put("admin." + name, value));
        settings.putAll(streams);
        return settings;
    }
}
