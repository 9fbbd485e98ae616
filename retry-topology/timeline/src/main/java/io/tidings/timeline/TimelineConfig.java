package io.tidings.timeline;

import static io.tidings.runtime.Setting.duration;
import static io.tidings.runtime.Setting.flag;
import static io.tidings.runtime.Setting.group;
import static io.tidings.runtime.Setting.integer;
import static io.tidings.runtime.Setting.largeInteger;
import static io.tidings.runtime.Setting.text;
import static io.tidings.runtime.SettingDuration.atLeast;
import static org.apache.kafka.common.config.ConfigDef.Range.atLeast;
import static org.apache.kafka.common.config.ConfigDef.Range.between;

import io.tidings.contract.RetryLadder;
import io.tidings.contract.Topics;
import io.tidings.runtime.CommonSettings;
import io.tidings.runtime.InvalidSettings;
import io.tidings.runtime.Setting.Definition;
import io.tidings.runtime.Settings;
import io.tidings.runtime.http.ProgramListener;
import io.tidings.runtime.http.SharedSecret;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.timeline.state.TimelineStores;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * @param defaultTopic of records that name none; null if they are rejected
 * @param instanceId identifies this process in the group; the same after a restart
 * @param streams native settings of Kafka Streams
 */
public record TimelineConfig(
        KafkaClients clients,
        Topics topics,
        RetryLadder ladder,
        @Nullable String defaultTopic,
        String instanceId,
        Duration drainTimeout,
        State state,
        ProgramListener listener,
        Map<String, String> streams) {
    /** The prefix of native settings. */
    public static final String NATIVE = "timeline.streams.";

    private static final int PORT = 9194;
    private static final long GIGABYTE = 1024L * 1024 * 1024;

    public TimelineConfig {
        streams = Map.copyOf(streams);
    }

    /**
     * @param copies of each partition besides the active one
     * @param bytes that the entries of all partitions may take, in each copy
     */
    public record State(Path folder, int partitions, int replication, int copies, Duration retention, long bytes) {
        TimelineStores stores() {
            return new TimelineStores(retention, Math.max(TimelineStores.LEAST_BYTES, bytes / partitions));
        }
    }

    public static final Definition SETTINGS = group(
            flag("timeline.enabled", true)
                    .medium("Whether this process keeps its share of the timeline: what happened to each event."),
            text("timeline.listen", "127.0.0.1:" + PORT)
                    .high("Host and port where ingest-service and the other instances ask for the timeline; port 0"
                            + " takes a free one."),
            text("timeline.advertised")
                    .high("Host and port where the other instances reach timeline.listen; if not set,"
                            + " timeline.listen, and for an address such as 0.0.0.0 the name of the host."),
            SharedSecret.setting("timeline.secret")
                    .high("The secret that signs queries of the timeline; needed unless timeline.listen is a"
                            + " loopback address. The same for all instances and ingest-service."),
            text("timeline.state.dir", "")
                    .medium("Folder of the timeline's state; if not set, tidings-timeline in the folder for"
                            + " temporary files. If it is lost, it is read again from Kafka."),
            integer("timeline.partitions", 8, between(1, 1000))
                    .low("Partitions of the timeline, when it is first started; it cannot be changed later."),
            integer("timeline.standby.replicas", 1, between(0, 5))
                    .medium("Copies of each partition of the timeline on other instances, as far as there are"
                            + " any."),
            duration("timeline.retention", "7d", atLeast("1h")).medium("How long the timeline remembers events."),
            largeInteger("timeline.max.bytes", 8 * GIGABYTE, atLeast(16L * 1024 * 1024))
                    .medium("Disk for each copy of the timeline, compressed, all partitions together; when it is"
                            + " full, the oldest entries go first."));

    /** @throws InvalidSettings if other hosts could ask without a secret, or the listener is no host and port */
    public static TimelineConfig of(Settings settings, String instanceId) {
        return new TimelineConfig(
                KafkaClients.of(settings),
                CommonSettings.topics(settings),
                new RetryLadder(CommonSettings.timeScale(settings)),
                settings.optionalText("default.topic").orElse(null),
                instanceId,
                CommonSettings.drainTimeout(settings),
                new State(
                        settings.optionalText("timeline.state.dir")
                                .map(Path::of)
                                .orElseGet(() -> Path.of(System.getProperty("java.io.tmpdir"), "tidings-timeline")),
                        settings.integer("timeline.partitions"),
                        settings.integer("replication.factor"),
                        settings.integer("timeline.standby.replicas"),
                        settings.duration("timeline.retention"),
                        settings.largeInteger("timeline.max.bytes")),
                listener(settings),
                settings.under(NATIVE));
    }

    private static ProgramListener listener(Settings settings) {
        return ProgramListener.of(
                "timeline",
                settings.text("timeline.listen").strip(),
                settings.password("timeline.secret").orElse(null),
                settings.optionalText("timeline.advertised").orElse(null),
                PORT,
                "all instances and ingest-service");
    }

    /** The application id, which names the group and the internal topics, too. */
    String application() {
        return topics.timeline();
    }

    /**
     * Native settings override these.
     *
     * @param advertised where other instances reach this one
     */
    Map<String, Object> streamsSettings(String advertised) {
        var settings = new HashMap<>(clients.connection());
        settings.put("application.id", application());
        settings.put("application.server", advertised);
        settings.put("processing.guarantee", "at_least_once"); // a repeated entry replaces itself
        settings.put("num.stream.threads", 1);
        settings.put("num.standby.replicas", state.copies());
        settings.put("replication.factor", state.replication());
        settings.put("commit.interval.ms", 200);
        settings.put("poll.ms", 500L);
        settings.put("max.task.idle.ms", -1L); // there is no order between the logs to wait for
        settings.put("statestore.cache.max.bytes", 0L);
        settings.put("state.dir", state.folder().resolve(instanceId).toString());
        settings.putAll(state.stores().settings());
        settings.put("main.consumer.isolation.level", "read_committed");
        settings.put("main.consumer.group.instance.id", instanceId);
        settings.put("main.consumer.session.timeout.ms", 10_000);
        settings.put("main.consumer.heartbeat.interval.ms", 1000);
        settings.put("main.consumer.retry.backoff.ms", KafkaClients.RETRY_BACKOFF_MILLIS);
        settings.put("consumer.fetch.max.wait.ms", 1_000); // whatever comes ends the wait
        settings.put("producer.linger.ms", 20); // no reader waits for a single entry
        settings.put("producer.compression.type", "lz4");
        settings.put("producer.max.request.size", KafkaClients.MAX_RECORD_BYTES);
        clients.consumers().forEach((name, value) -> settings.put("consumer." + name, value));
        clients.producers().forEach((name, value) -> settings.put("producer." + name, value));
        clients.admins().forEach((name, value) -> settings.put("admin." + name, value));
        settings.putAll(streams);
        return settings;
    }
}
