package io.tidings.export;

import static io.tidings.runtime.Setting.checked;
import static io.tidings.runtime.Setting.define;
import static io.tidings.runtime.Setting.duration;
import static io.tidings.runtime.Setting.flag;
import static io.tidings.runtime.Setting.secret;
import static io.tidings.runtime.Setting.text;
import static io.tidings.runtime.SettingDuration.atLeast;

import io.tidings.contract.TimeScale;
import io.tidings.contract.Topics;
import io.tidings.contract.event.TopicIds;
import io.tidings.contract.subscription.DeadLetterAccounts;
import io.tidings.export.blob.BlobReaders;
import io.tidings.export.blob.BlobStores;
import io.tidings.export.window.WindowRule;
import io.tidings.runtime.AllowedContainers;
import io.tidings.runtime.CommonSettings;
import io.tidings.runtime.InvalidSettings;
import io.tidings.runtime.SettingDuration;
import io.tidings.runtime.Settings;
import io.tidings.runtime.kafka.AllowedDeadLetterTopics;
import io.tidings.runtime.kafka.KafkaClients;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.types.Password;
import org.jspecify.annotations.Nullable;

/** All durations are scaled. */
public record ExporterConfig(Kafka kafka, Export export, BlobStores stores, Jobs jobs, Duration drainTimeout) {
    static final int ADMIN_PORT = 9193;
    private static final String DROP_AFTER = "deadletter.drop.after";
    private static final String NEVER = "never";
    private static final long TRANSACTION_BYTES = 64L * 1024 * 1024;

    /**
     * @param partitions of topics to be created
     * @param instance identifies this exporter in the group and in its transactions; the same after a restart, unique
     */
    public record Kafka(
            KafkaClients clients, Topics topics, int partitions, int replication, TimeScale scale, String instance) {}

    /**
     * @param hold how long windows wait for an unavailable storage before their dead letters are appended again
     * @param dropAfter how long a storage may be unavailable; null for ever
     * @param notifyTopic topic of an event for each blob; null for none
     * @param systemTopic topic of system events; null for none
     * @param containers that dead letters may be written to
     * @param topics Kafka topics that dead letters may be copied to
     * @param transactionBytes appended again in one transaction, about
     */
    public record Export(
            WindowRule windows,
            Duration hold,
            @Nullable Duration dropAfter,
            @Nullable String notifyTopic,
            @Nullable String systemTopic,
            AllowedContainers containers,
            AllowedDeadLetterTopics topics,
            long transactionBytes) {}

    /**
     * @param enabled whether this exporter may work on jobs
     * @param ids of topics, as matching gives them to events without one
     * @param defaultTopic of events that name none; null if these are rejected
     */
    public record Jobs(
            boolean enabled, TopicIds ids, @Nullable String defaultTopic, BlobReaders blobs) {}

    public static ConfigDef definitions() {
        return define(
                CommonSettings.definitions(ADMIN_PORT),
                CommonSettings.DEAD_LETTER_ACCOUNTS,
                CommonSettings.SYSTEM_EVENTS,
                CommonSettings.DEFAULT_TOPIC,
                flag("jobs.enabled", true)
                        .medium("Whether this exporter works on redrives and replays that are asked for over HTTP."
                                + " Of several exporters one does."),
                text("exporter.instance.id", "")
                        .medium("Identifies this exporter among others of the same cluster; keep it over restarts."
                                + " Empty: the host's name."),
                duration("deadletter.window", "1m", atLeast("1s"))
                        .low("The length of the time window whose dead letters of a subscription share a blob."
                                + " Change it only when no dead letter waits: one that was written but not"
                                + " committed would be written again."),
                duration("deadletter.delay", "5m", atLeast("0s"))
                        .medium("How old a dead letter must be before it is written."),
                text(DROP_AFTER, "4h", checked(ExporterConfig::checkDropAfter, "a duration from 0s on, or never"))
                        .medium("How long requests to the storage of a dead letter may fail before the dead letter is"
                                + " tried once more, dropped and counted; time without requests does not count."
                                + " Longer than deadletter.delay; never keeps dead letters for ever."),
                duration("deadletter.hold", "10m", atLeast("0s"))
                        .low("How long the exporter retries a dead letter whose storage is unavailable before it"
                                + " appends it to the dead-letters topic again, so that the partition can be"
                                + " committed."),
                secret(BlobStores.SETTING)
                        .high("Where the containers of all storage accounts are, as a URI: file:///FOLDER,"
                                + " azblob://, s3:// or gs://, with options such as"
                                + " ?account_name=NAME&account_key=${env:KEY}. deadletter.storage.<account> sets"
                                + " it for one account."),
                duration("deadletter.write.timeout", "20s", atLeast("10ms"))
                        .low("How long a storage may take to write one blob, or to read one."),
                text(NotifyTopic.SETTING, "")
                        .medium("A topic with Event Grid schema that a Microsoft.Storage.BlobCreated event is"
                                + " published to for each blob, except blobs of its own subscriptions; none if"
                                + " empty. Create it before the exporter starts."),
                flag("deadletter.create.containers", false)
                        .medium("Whether to create missing folders of a file storage as containers; otherwise their"
                                + " dead letters are dropped and counted. Owners create the containers of other"
                                + " storages."));
    }

    private static void checkDropAfter(String name, Object value) {
        if (!NEVER.equals(value)) {
            try {
                SettingDuration.parse((String) value);
            } catch (IllegalArgumentException e) {
                throw new ConfigException(name, value, "must be a duration such as 4h, or " + NEVER);
            }
        }
    }

    public static List<String> prefixes() {
        var prefixes = new ArrayList<>(CommonSettings.CLIENT_PREFIXES);
        prefixes.add(BlobStores.SETTING + ".");
        prefixes.addAll(AllowedContainers.PREFIXES);
        prefixes.addAll(AllowedDeadLetterTopics.PREFIXES);
        return List.copyOf(prefixes);
    }

    public static Settings load(String[] args, Map<String, String> environment) {
        return Settings.load(definitions(), prefixes(), args, environment);
    }

    public static ExporterConfig of(Settings settings) {
        var scale = CommonSettings.timeScale(settings);
        return new ExporterConfig(
                kafka(settings, scale),
                export(settings, scale),
                storages(settings),
                new Jobs(
                        settings.flag("jobs.enabled"),
                        CommonSettings.topicIds(settings),
                        CommonSettings.defaultTopic(settings).orElse(null),
                        readers(settings)),
                CommonSettings.drainTimeout(settings));
    }

    private static Kafka kafka(Settings settings, TimeScale scale) {
        return new Kafka(
                KafkaClients.of(settings),
                CommonSettings.topics(settings),
                settings.integer("partitions"),
                settings.integer("replication.factor"),
                scale,
                settings.optionalText("exporter.instance.id")
                        .orElseGet(() -> CommonSettings.hostName("exporter.instance.id")));
    }

    private static Export export(Settings settings, TimeScale scale) {
        checkDropsAfterTheDelay(settings);
        return new Export(
                new WindowRule(
                        atLeastAMillisecond(scale.of(settings.duration("deadletter.window"))),
                        scale.of(settings.duration("deadletter.delay"))),
                scale.of(settings.duration("deadletter.hold")),
                dropAfter(settings, scale),
                settings.optionalText(NotifyTopic.SETTING).orElse(null),
                CommonSettings.systemEvents(settings).orElse(null),
                AllowedContainers.of(settings),
                AllowedDeadLetterTopics.of(settings, CommonSettings.topics(settings)),
                TRANSACTION_BYTES);
    }

    private static void checkDropsAfterTheDelay(Settings settings) {
        var after = settings.text(DROP_AFTER);
        if (!after.equals(NEVER)
                && settings.duration("deadletter.delay").compareTo(settings.duration(DROP_AFTER)) >= 0) {
            throw new InvalidSettings(List.of(DROP_AFTER + ": " + after + " is not longer than deadletter.delay, "
                    + settings.text("deadletter.delay") + "; make it longer, or " + NEVER));
        }
    }

    private static BlobReaders readers(Settings settings) {
        return new BlobReaders(
                settings.under(BlobStores.SETTING + "."),
                storageOfAny(settings),
                settings.duration("deadletter.write.timeout"));
    }

    private static @Nullable String storageOfAny(Settings settings) {
        return settings.password(BlobStores.SETTING)
                .map(Password::value)
                .filter(uri -> !uri.isBlank())
                .orElse(null);
    }

    private static BlobStores storages(Settings settings) {
        var accounts = settings.under(BlobStores.SETTING + ".");
        var any = storageOfAny(settings);
        if (any == null) {
            checkEachHasAStorage(CommonSettings.deadLetterAccounts(settings), accounts.keySet());
        }
        return BlobStores.of(
                accounts,
                any,
                settings.flag("deadletter.create.containers"),
                settings.duration("deadletter.write.timeout"));
    }

    private static void checkEachHasAStorage(DeadLetterAccounts listed, Set<String> accounts) {
        var problems = listed.names().stream()
                .filter(account -> !accounts.contains(account))
                .sorted()
                .map(account ->
                        "deadletter.accounts: the account " + account + " has no storage: set " + BlobStores.SETTING
                                + "." + account + " or " + BlobStores.SETTING + ", or take it out of the list")
                .toList();
        if (!problems.isEmpty()) {
            throw new InvalidSettings(problems);
        }
    }

    private static @Nullable Duration dropAfter(Settings settings, TimeScale scale) {
        return settings.text(DROP_AFTER).equals(NEVER) ? null : scale.of(settings.duration(DROP_AFTER));
    }

    private static Duration atLeastAMillisecond(Duration window) {
        return window.toMillis() < 1 ? Duration.ofMillis(1) : window;
    }
}
