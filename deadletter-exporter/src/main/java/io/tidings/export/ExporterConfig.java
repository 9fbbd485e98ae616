package io.tidings.export;

import io.tidings.contract.TimeScale;
import io.tidings.contract.Topics;
import io.tidings.export.blob.Storages;
import io.tidings.export.window.WindowRule;
import io.tidings.runtime.CommonSettings;
import io.tidings.runtime.Durations;
import io.tidings.runtime.Settings;
import io.tidings.runtime.kafka.KafkaClients;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Type;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;

/**
 * What the exporter is started with; all waits are scaled.
 *
 * @param partitions of topics that have to be created
 * @param instanceId static member id of this exporter in its group
 * @param dropAfter how long a storage may be unavailable; null for ever
 */
public record ExporterConfig(
        KafkaClients clients,
        Topics topics,
        int partitions,
        int replication,
        TimeScale scale,
        String instanceId,
        WindowRule windows,
        @Nullable Duration dropAfter,
        Storages storages,
        Duration drainTimeout) {
    private static final int ADMIN_PORT = 9193;
    private static final String NEVER = "never";

    public static ConfigDef definitions() {
        return CommonSettings.definitions(ADMIN_PORT)
                .define(
                        "exporter.instance.id",
                        Type.STRING,
                        "",
                        Importance.MEDIUM,
                        "What tells this exporter from others of the same cluster, and the same after a restart; the"
                                + " name of the host if empty.")
                .define(
                        "deadletter.window",
                        Type.STRING,
                        "1m",
                        Durations.atLeast("1s"),
                        Importance.LOW,
                        "The dead letters of a subscription within so long share a blob. Change it only when no dead"
                                + " letter waits: one written before but not committed would be written again.")
                .define(
                        "deadletter.delay",
                        Type.STRING,
                        "5m",
                        Durations.atLeast("0s"),
                        Importance.MEDIUM,
                        "How old a dead letter must be before it is written.")
                .define(
                        "deadletter.drop.after",
                        Type.STRING,
                        "4h",
                        ConfigDef.LambdaValidator.with(
                                ExporterConfig::checkDropAfter, () -> "a duration from 0s on, or never"),
                        Importance.MEDIUM,
                        "How long writing to a storage that is not available is tried before a dead letter is dropped"
                                + " and counted; never keeps it until Kafka's retention ends.")
                .define(
                        Storages.SETTING,
                        Type.STRING,
                        null,
                        Importance.HIGH,
                        "Where the containers of all storage accounts are, as a URI such as"
                            + " file:///var/lib/tidings/dead-letters; deadletter.storage.<account> sets it for one.")
                .define(
                        "deadletter.create.containers",
                        Type.BOOLEAN,
                        false,
                        Importance.MEDIUM,
                        "Whether containers that do not exist are created; else what is meant for them is dropped and"
                                + " counted.");
    }

    private static void checkDropAfter(String name, Object value) {
        if (!NEVER.equals(value)) {
            try {
                Durations.parse((String) value);
            } catch (IllegalArgumentException e) {
                throw new ConfigException(name, value, "must be a duration such as 4h, or " + NEVER);
            }
        }
    }

    public static List<String> prefixes() {
        var prefixes = new ArrayList<>(CommonSettings.CLIENT_PREFIXES);
        prefixes.add(Storages.SETTING + ".");
        return List.copyOf(prefixes);
    }

    static Settings load(String[] args, Map<String, String> environment) {
        return Settings.load(definitions(), prefixes(), args, environment);
    }

    static ExporterConfig of(Settings settings) {
        var scale = CommonSettings.timeScale(settings);
        return new ExporterConfig(
                KafkaClients.of(settings),
                CommonSettings.topics(settings),
                settings.integer("partitions"),
                settings.integer("replication.factor"),
                scale,
                settings.optionalText("exporter.instance.id").orElseGet(ExporterConfig::hostName),
                new WindowRule(
                        atLeastAMillisecond(scale.of(settings.duration("deadletter.window"))),
                        scale.of(settings.duration("deadletter.delay"))),
                dropAfter(settings, scale),
                Storages.of(
                        settings.under(Storages.SETTING + "."),
                        settings.optionalText(Storages.SETTING).orElse(null),
                        settings.flag("deadletter.create.containers")),
                CommonSettings.drainTimeout(settings));
    }

    private static @Nullable Duration dropAfter(Settings settings, TimeScale scale) {
        return settings.text("deadletter.drop.after").equals(NEVER)
                ? null
                : scale.of(settings.duration("deadletter.drop.after"));
    }

    private static Duration atLeastAMillisecond(Duration window) {
        return window.toMillis() < 1 ? Duration.ofMillis(1) : window;
    }

    private static String hostName() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "localhost"; // a host without a name is a single one
        }
    }

    String group() {
        return topics.prefix() + "deadletter-exporter";
    }
}
