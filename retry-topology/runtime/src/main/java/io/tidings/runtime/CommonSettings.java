package io.tidings.runtime;

import static io.tidings.runtime.Setting.checked;
import static io.tidings.runtime.Setting.decimal;
import static io.tidings.runtime.Setting.define;
import static io.tidings.runtime.Setting.duration;
import static io.tidings.runtime.Setting.flag;
import static io.tidings.runtime.Setting.group;
import static io.tidings.runtime.Setting.integer;
import static io.tidings.runtime.Setting.list;
import static io.tidings.runtime.Setting.requiredList;
import static io.tidings.runtime.Setting.secret;
import static io.tidings.runtime.Setting.text;
import static io.tidings.runtime.SettingDuration.atLeast;
import static org.apache.kafka.common.config.ConfigDef.Range.between;
import static org.apache.kafka.common.config.ConfigDef.ValidString.in;

import io.tidings.contract.DomainTopic;
import io.tidings.contract.TimeScale;
import io.tidings.contract.Topics;
import io.tidings.contract.address.EndpointRules;
import io.tidings.contract.address.Network;
import io.tidings.contract.event.TopicIds;
import io.tidings.contract.secret.Keyring;
import io.tidings.contract.subscription.DeadLetterAccounts;
import io.tidings.contract.subscription.DeadLetterDestination;
import io.tidings.contract.table.ResourceSecrets;
import io.tidings.runtime.Setting.Definition;
import io.tidings.runtime.http.OutgoingProxy;
import io.tidings.runtime.metric.SubscriptionDetail;
import io.tidings.runtime.tracing.TracingSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.types.Password;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The settings that all four programs have in common. */
public final class CommonSettings {
    private static final Logger LOG = LoggerFactory.getLogger(CommonSettings.class);

    private static final String SECRETS_KEY = "secrets.key";
    private static final String SECRETS_FILE = "secrets.key.file";
    private static final String ACCEPT_UNBOUND = "secrets.accept.unbound";
    private static final String ACCOUNTS_NAME = "deadletter.accounts";
    private static final String METRICS_PER_SUBSCRIPTION = "metrics.per.subscription";
    private static final String METRICS_TOPICS = "metrics.domain.topics";
    private static final String DEFAULT_TOPIC_NAME = "default.topic";
    private static final String SYSTEM_EVENTS_NAME = "system.events.topic";
    private static final String LIVENESS_TIMEOUT = "liveness.timeout";
    private static final String PROXY_NAME = "endpoint.proxy";
    private static final String PROXY_CREDENTIALS = "endpoint.proxy.credentials";
    private static final String PROXY_BYPASS = "endpoint.proxy.bypass";
    private static final String RATE_NAME = "worker.max.rate.per.subscription";

    /** The prefixes of native settings of Kafka clients: of all clients, or of one kind. */
    public static final List<String> CLIENT_PREFIXES = List.of("kafka.", "consumer.", "producer.", "admin.client.");

    private CommonSettings() {}

    public static ConfigDef definitions(int adminPort) {
        return define(
                new ConfigDef(),
                requiredList("bootstrap.servers")
                        .high("Kafka brokers to start from, as host:port, separated by commas."),
                text("topic.prefix", Topics.DEFAULT_PREFIX)
                        .medium("The start of the names of all Kafka topics and consumer groups."),
                integer("partitions", 8, between(1, 1000))
                        .high("Partitions of the topics that are created. A subscription lives in one partition, so"
                                + " at most this many workers can share the load. For existing topics use the"
                                + " command grow."),
                integer("replication.factor", -1)
                        .high("Replicas of the topics that are created; -1 is the broker's default."),
                text("topic.id.format", TopicIds.DEFAULT_FORMAT)
                        .low("The value of the topic member of events; {topic} is the short name of the topic."),
                flag("endpoint.allow.http", false).medium("Whether subscriptions may name plain http endpoints."),
                list("endpoint.allow.networks", checked(CommonSettings::requireNetworks, "networks such as 10.0.0.0/8"))
                        .medium("Networks in CIDR notation that endpoints may be in, although their addresses are"
                                + " loopback, private, link-local or metadata addresses."),
                decimal("time.scale", 1.0, between(0.0001, 1.0))
                        .low("For demonstrations and tests: shortens every wait of the ladder."),
                text("admin.host", "127.0.0.1").medium("Address of the admin port with health and metrics."),
                integer("admin.port", adminPort, between(0, 65535))
                        .medium("Admin port with health and metrics; 0 takes a free one."),
                duration(LIVENESS_TIMEOUT, "3m", atLeast("10s"))
                        .low("How long a loop of the program may stand still, while brokers respond, until /health/live"
                                + " fails, so that the process is started again. The longest wait that a program"
                                + " allows itself is 150 s."),
                duration("drain.timeout", "8s", atLeast("0s"))
                        .low("How long a stopping program may take to finish the work in flight."),
                TracingSettings.SETTINGS);
    }

    /** The detail of metrics, for the programs that count by subscription. */
    public static final Definition SUBSCRIPTION_DETAIL = group(
            text(METRICS_PER_SUBSCRIPTION, "counts", in("all", "counts", "none"))
                    .medium("What metrics show of each subscription: all is counts and histograms, with a worker"
                            + " some thirty series each; what is left out is shown for each topic."),
            list(METRICS_TOPICS, checked(CommonSettings::requireDomainTopics, "DOMAIN/TOPIC,…"))
                    .low("Topics of domains that metrics show as any other topic. All others of a domain are shown"
                            + " together, under its name."));

    public static SubscriptionDetail subscriptionDetail(Settings settings) {
        return new SubscriptionDetail(
                SubscriptionDetail.Level.valueOf(
                        settings.text(METRICS_PER_SUBSCRIPTION).toUpperCase(Locale.ROOT)),
                Set.copyOf(settings.list(METRICS_TOPICS)));
    }

    private static void requireDomainTopics(String name, Object value) {
        for (var topic : (List<?>) value) {
            if (DomainTopic.parse(String.valueOf(topic)).isEmpty()) {
                throw new ConfigException(name, value, topic + " is not DOMAIN/TOPIC");
            }
        }
    }

    public static final Definition SECRETS = group(
            secret(SECRETS_KEY)
                    .high("Keys that seal secrets in the topics and subscriptions tables: each is 32 random"
                            + " bytes in base64; the first seals, all open. The same for ingest-service and"
                            + " delivery-worker. Without it and secrets.key.file secrets are stored there in"
                            + " plain text."),
            text(SECRETS_FILE, "").high("A file that holds these keys, one on each line; it is read at the start."),
            flag(ACCEPT_UNBOUND, false)
                    .low("Whether to open secrets of subscriptions that release 0.1 sealed without the origin"
                            + " of their endpoint; ingest-service then seals them again. Use it only during an"
                            + " upgrade: until it is false again, a foreign writer of the subscriptions table"
                            + " can have these secrets sent elsewhere."));

    /** @throws InvalidSettings if the keys cannot be read or are invalid */
    public static ResourceSecrets secrets(Settings settings) {
        var file = settings.optionalText(SECRETS_FILE);
        var text = file.isPresent()
                ? Optional.of(secretsIn(Path.of(file.get())))
                : settings.password(SECRETS_KEY).map(Password::value);
        try {
            return new ResourceSecrets(
                    text.map(Keyring::parse).orElseGet(Keyring::none), settings.flag(ACCEPT_UNBOUND));
        } catch (IllegalArgumentException e) {
            throw new InvalidSettings(List.of((file.isPresent() ? SECRETS_FILE : SECRETS_KEY) + ": " + e.getMessage()));
        }
    }

    private static String secretsIn(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException _) {
            throw new InvalidSettings(List.of(SECRETS_FILE + ": " + file
                    + " cannot be read; check that it exists, and its owner and permissions"));
        }
    }

    public static final Definition PROXY = group(
            text(PROXY_NAME, "", checked(CommonSettings::requireProxy, "http://host:port, or nothing"))
                    .medium("The proxy that all requests to endpoints and token URLs go through, handshakes included,"
                            + " by CONNECT. ingest-service and delivery-worker need it: give both the same value."),
            secret(PROXY_CREDENTIALS).medium("User and password for this proxy, as user:password."),
            list(PROXY_BYPASS, checked(CommonSettings::requireBypass, "names, suffixes and networks"))
                    .low("Endpoints that are reached without the proxy: host names with all below them, such as"
                            + " example.com or .example.com, and networks such as 10.0.0.0/8."));

    /**
     * The proxy that requests go through, which is named in the log; null for none.
     *
     * @throws InvalidSettings if its credentials are invalid
     */
    public static @Nullable OutgoingProxy proxy(Settings settings) {
        var url = settings.optionalText(PROXY_NAME);
        if (url.isEmpty()) {
            return null;
        }
        var credentials =
                settings.password(PROXY_CREDENTIALS).map(Password::value).orElse(null);
        try {
            var proxy = OutgoingProxy.parse(url.get(), credentials, settings.list(PROXY_BYPASS));
            LOG.info("requests to endpoints and token URLs go through the proxy {}", proxy);
            return proxy;
        } catch (IllegalArgumentException e) {
            throw new InvalidSettings(List.of(PROXY_CREDENTIALS + ": " + e.getMessage()));
        }
    }

    private static void requireProxy(String name, Object value) {
        var url = (String) value;
        try {
            if (!url.isBlank()) {
                var _ = OutgoingProxy.parse(url, null, List.of());
            }
        } catch (IllegalArgumentException e) {
            throw new ConfigException(name + ": " + e.getMessage()); // the value may hold a password
        }
    }

    private static void requireBypass(String name, Object value) {
        for (var each : (List<?>) value) {
            try {
                var _ = OutgoingProxy.parse("http://proxy:1", null, List.of(String.valueOf(each)));
            } catch (IllegalArgumentException e) {
                throw new ConfigException(name, value, e.getMessage());
            }
        }
    }

    public static final Definition RATE = integer(RATE_NAME, 0, between(0, 1_000_000))
            .low("Limit of requests a second to one subscription's endpoint. The delivery-worker"
                    + " enforces it, and ingest-service sends it to CloudEvents endpoints as"
                    + " WebHook-Request-Rate: give both the same value. 0: no limit.");

    /** The limit in requests a second; 0 for none. */
    public static int rate(Settings settings) {
        return settings.integer(RATE_NAME);
    }

    public static final Definition SYSTEM_EVENTS = text(SYSTEM_EVENTS_NAME, "")
            .medium("A topic with the CloudEvents schema that events about subscriptions and storages are"
                    + " published to, such as a probation that began; none if empty. ingest-service"
                    + " publishes them, and deadletter-exporter reports dead letters and storages to it:"
                    + " give both the same value.");

    /** Returns the topic of system events, if they are published. */
    public static Optional<String> systemEvents(Settings settings) {
        return settings.optionalText(SYSTEM_EVENTS_NAME);
    }

    public static final Definition DEAD_LETTER_ACCOUNTS = list(
                    ACCOUNTS_NAME, checked(CommonSettings::requireAccounts, "names of storage accounts"))
            .low("The storage accounts that have a storage. ingest-service warns about a subscription"
                    + " whose dead letters go to another account, and deadletter-exporter does not"
                    + " start if a listed account has no storage: give both the same list. Empty: the"
                    + " accounts are unknown, and there are no warnings.");

    /** The accounts that have a storage; empty if unknown. */
    public static DeadLetterAccounts deadLetterAccounts(Settings settings) {
        return new DeadLetterAccounts(Set.copyOf(settings.list(ACCOUNTS_NAME)));
    }

    private static void requireAccounts(String name, Object value) {
        for (var account : (List<?>) value) {
            if (!DeadLetterDestination.isAccount(String.valueOf(account))) {
                throw new ConfigException(name, value, "\"" + account + "\" is no name of a storage account");
            }
        }
    }

    /** The topic of records that name none, for the programs that read events. */
    public static final Definition DEFAULT_TOPIC = text(DEFAULT_TOPIC_NAME)
            .medium("The topic of records that name none; without it they are rejected. The same for"
                    + " retry-topology and deadletter-exporter.");

    public static Optional<String> defaultTopic(Settings settings) {
        return settings.optionalText(DEFAULT_TOPIC_NAME);
    }

    public static Topics topics(Settings settings) {
        return new Topics(settings.text("topic.prefix"));
    }

    public static TimeScale timeScale(Settings settings) {
        return new TimeScale(settings.decimal("time.scale"));
    }

    public static TopicIds topicIds(Settings settings) {
        return new TopicIds(settings.text("topic.id.format"));
    }

    public static EndpointRules endpointRules(Settings settings) {
        return new EndpointRules(settings.flag("endpoint.allow.http"));
    }

    /**
     * Returns the name of this host, the default name of a process.
     *
     * @param setting that overrides it
     * @throws InvalidSettings if the host has no name
     */
    public static String hostName(String setting) {
        return hostName(setting, InetAddress::getLocalHost);
    }

    static String hostName(String setting, HostLookup lookup) {
        try {
            return lookup.localHost().getHostName();
        } catch (UnknownHostException e) {
            throw new InvalidSettings(List.of(setting + ": this host has no name that could be used instead ("
                    + e.getMessage() + "); set it to a name that no other process has"));
        }
    }

    @FunctionalInterface
    interface HostLookup {
        InetAddress localHost() throws UnknownHostException;
    }

    private static void requireNetworks(String name, Object value) {
        for (var network : (List<?>) value) {
            try {
                Network.parse(String.valueOf(network));
            } catch (IllegalArgumentException e) {
                throw new ConfigException(name, value, e.getMessage());
            }
        }
    }

    public static Duration livenessTimeout(Settings settings) {
        return settings.duration(LIVENESS_TIMEOUT);
    }

    public static Duration drainTimeout(Settings settings) {
        return settings.duration("drain.timeout");
    }
}
