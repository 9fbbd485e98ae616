package io.tidings.ingest;

import static io.tidings.runtime.Setting.checked;
import static io.tidings.runtime.Setting.define;
import static io.tidings.runtime.Setting.duration;
import static io.tidings.runtime.Setting.flag;
import static io.tidings.runtime.Setting.group;
import static io.tidings.runtime.Setting.integer;
import static io.tidings.runtime.Setting.text;
import static io.tidings.runtime.SettingDuration.atLeast;
import static org.apache.kafka.common.config.ConfigDef.Range.atLeast;

import io.tidings.contract.TimeScale;
import io.tidings.contract.Topics;
import io.tidings.contract.address.AddressRules;
import io.tidings.contract.address.EndpointRules;
import io.tidings.contract.address.LocalHosts;
import io.tidings.contract.event.TopicIds;
import io.tidings.contract.subscription.DeadLetterAccounts;
import io.tidings.contract.table.ResourceSecrets;
import io.tidings.ingest.access.PublisherAuth;
import io.tidings.ingest.console.ConsoleSettings;
import io.tidings.ingest.mcp.McpSettings;
import io.tidings.ingest.server.ServerConfig;
import io.tidings.ingest.validation.EndpointValidation;
import io.tidings.ingest.write.ResourceLimits;
import io.tidings.runtime.AllowedContainers;
import io.tidings.runtime.CommonSettings;
import io.tidings.runtime.InvalidSettings;
import io.tidings.runtime.Setting.Definition;
import io.tidings.runtime.Settings;
import io.tidings.runtime.authentication.CredentialSettings;
import io.tidings.runtime.http.OutgoingProxy;
import io.tidings.runtime.http.SharedSecret;
import io.tidings.runtime.kafka.AllowedDeadLetterTopics;
import io.tidings.runtime.kafka.AllowedDestinations;
import io.tidings.runtime.kafka.AllowedSources;
import io.tidings.runtime.kafka.KafkaClients;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.types.Password;
import org.jspecify.annotations.Nullable;

/**
 * @param receiveSecret that signs requests to workers; null if they ask for none
 * @param armTools whether there are documents for Azure's tools
 * @param mcp null if agents are not served
 */
public record IngestConfig(
        Log log,
        Resources resources,
        Validation validation,
        ServerConfig server,
        PublisherAuth auth,
        ManagerSettings managers,
        Timeline timeline,
        @Nullable Password receiveSecret,
        ConsoleSettings console,
        boolean armTools,
        @Nullable McpSettings mcp) {
    private static final int SECONDS_IN_MINUTE = 60;
    private static final int ADMIN_PORT = 9190;
    /** The value for a port that is not open. */
    private static final String OFF = "none";

    /**
     * @param bufferBytes of events that wait for Kafka; above it publishers get a 503
     * @param systemTopic topic of system events; null for none
     */
    public record Log(
            Topics topics,
            KafkaClients clients,
            int partitions,
            int replication,
            TimeScale scale,
            long bufferBytes,
            @Nullable String systemTopic) {}

    /**
     * @param proxy of requests to endpoints; null for none
     * @param signingOverlap how long a former signing secret signs beside the present one
     */
    public record Resources(
            TopicIds ids,
            EndpointRules endpoints,
            AddressRules addresses,
            @Nullable OutgoingProxy proxy,
            DeadLetterAccounts accounts,
            AllowedContainers containers,
            AllowedDeadLetterTopics letterTopics,
            AllowedDestinations destinations,
            AllowedSources sources,
            ResourceSecrets secrets,
            ResourceLimits limits,
            Duration signingOverlap,
            CredentialSettings credentials) {}

    /**
     * @param host that this service listens on
     * @param publicUrl of this service from outside; null: the host
     * @param requestsPerMinute that workers keep to; null for no limit
     */
    public record Validation(
            EndpointValidation endpointValidation,
            String host,
            @Nullable URI publicUrl,
            @Nullable Integer requestsPerMinute) {
        /** @param httpPort -1 for none, like {@code httpsPort} */
        URI serviceUrl(int httpPort, int httpsPort) {
            if (publicUrl != null) {
                return publicUrl;
            }
            var name = host.equals("0.0.0.0") || host.equals("::") ? CommonSettings.hostName("public.url") : host;
            var literal = name.contains(":") ? "[" + name + "]" : name;
            return httpsPort >= 0
                    ? URI.create("https://" + literal + ":" + httpsPort)
                    : URI.create("http://" + literal + ":" + httpPort);
        }
    }

    /**
     * @param url of an instance of the timeline; null if there is none
     * @param secret that it asks for; null if it asks for none
     * @param mostSeries the most subscriptions whose counts are kept for a week
     */
    public record Timeline(@Nullable URI url, @Nullable Password secret, int mostSeries) {}

    /** The URL for publishers, as management shows it; null if it is the URL of management. */
    @Nullable
    URI publishedAt() {
        return server.management() == null
                ? null
                : validation.serviceUrl(
                        server.httpPort() == null ? -1 : server.httpPort(),
                        server.https() == null ? -1 : server.https().port());
    }

    private static final Definition EDGE = group(
            text("http.host", "127.0.0.1").high("Address of both ports."),
            text("http.port", "8080", checked(IngestConfig::checkPort, "0 to 65535, or none"))
                    .high("Port of plain HTTP; 0 takes a free one, none switches it off."),
            text("https.port", OFF, checked(IngestConfig::checkPort, "0 to 65535, or none"))
                    .high("Port of HTTPS; 0 takes a free one, none switches it off."),
            text("management.host", "127.0.0.1").medium("Address of management.port."),
            text("management.port", "", checked(IngestConfig::checkOptionalPort, "0 to 65535, or nothing"))
                    .medium("Port for management alone, with TLS if https.port has it; 0 takes a free one. The"
                            + " ports for publishers then respond to managers with 404, so they can be exposed"
                            + " while management is not. Without it topics and subscriptions are managed on"
                            + " the ports for publishers."),
            text("tls.certificate", "").high("PEM file with the certificate chain of the HTTPS port."),
            text("tls.key", "").high("PEM file with the private key of the HTTPS port, PKCS 8 without a pass phrase."),
            integer("http.max.connections", 10_000, atLeast(1))
                    .low("Open connections of one port. While more than 80 % are in use, an address gets no new one"
                            + " if it has a tenth of them; behind a proxy all clients have its address."),
            integer("http.body.bytes", 32 * 1024 * 1024, atLeast(4 * 1024 * 1024))
                    .low("Memory for the bodies of open requests; a request that gets none for two seconds gets"
                            + " 503. The parsed events take about twice as much in addition."),
            duration("http.read.timeout", "30s", atLeast("100ms"))
                    .low("How long the next bytes of a request may take."),
            duration("http.request.timeout", "60s", atLeast("100ms"))
                    .low("How long a request may take to arrive, head and body; then its connection is closed."),
            duration("http.response.timeout", "60s", atLeast("100ms"))
                    .low("How long a client may take to read a response; then its connection is closed."),
            duration("http.wrong.key.delay", "3s", atLeast("0s"))
                    .low("The longest delay of a 401, for addresses that get many of them; 0s: no delay."
                            + " Responses to right keys are never delayed."));

    public static ConfigDef definitions() {
        return define(
                CommonSettings.definitions(ADMIN_PORT),
                CommonSettings.RATE,
                CommonSettings.SECRETS,
                CommonSettings.DEAD_LETTER_ACCOUNTS,
                CommonSettings.SYSTEM_EVENTS,
                EDGE,
                CredentialSettings.SETTINGS,
                CommonSettings.PROXY,
                ManagerSettings.SETTINGS,
                ConsoleSettings.SETTINGS,
                ResourceLimits.SETTINGS,
                McpSettings.SETTINGS,
                flag("auth.required", true)
                        .high("Whether publishers must show a key of the topic, a signature made with one, or a token"
                                + " with the role publisher. A topic whose disableLocalAuth is true requires a token"
                                + " in any case."),
                flag("webhook.validation", true)
                        .high("Whether an endpoint must agree before events are sent to it. Switch it off only if"
                                + " you trust everybody who may manage subscriptions."),
                text("public.url", "", checked(IngestConfig::checkUrl, "an http or https URL, or nothing"))
                        .high("The URL at which this service is reached from outside, such as"
                                + " https://events.example.com; the validation URLs that endpoints get start with"
                                + " it. Without it they start with http.host and the port."),
                duration("signing.overlap", "24h", atLeast("0s"))
                        .medium("How long the requests of a subscription are signed with the former secret, too, after"
                                + " its signing secret was changed."),
                flag("arm.tools", false)
                        .medium("Whether management has the documents that az and other tools of Azure read besides"
                                + " topics and event subscriptions. Those of the cloud, at /metadata/endpoints and"
                                + " /adfs, need no token."),
                text("timeline.url", "http://127.0.0.1:9194", checked(IngestConfig::checkUrl, "an http or https URL"))
                        .medium("The URL of a topology that responds to queries of the timeline, its"
                                + " timeline.listen; empty if there is no timeline."),
                SharedSecret.setting("timeline.secret").medium("The timeline.secret of the topology."),
                SharedSecret.setting("receive.secret")
                        .medium("The receive.secret of the workers, which have the events of queues."),
                integer("stats.max.subscriptions", 10_000, atLeast(0))
                        .low("The most subscriptions whose matched, dead-lettered, dropped and waiting events are"
                                + " counted in each part of an hour, a day and a week, each in 10 KB of memory:"
                                + " the busiest ones. All are counted in the sums of their topics."),
                integer("publish.buffer.bytes", 32 * 1024 * 1024, atLeast(4 * 1024 * 1024))
                        .low("Memory for events that wait for Kafka; when it is full, publishers get 503."));
    }

    public static List<String> prefixes() {
        return Stream.of(
                        CommonSettings.CLIENT_PREFIXES,
                        CredentialSettings.PREFIXES,
                        AllowedDestinations.PREFIXES,
                        AllowedSources.PREFIXES,
                        AllowedContainers.PREFIXES,
                        AllowedDeadLetterTopics.PREFIXES)
                .flatMap(List::stream)
                .toList();
    }

    /** @throws InvalidSettings with every problem */
    public static Settings load(String[] args, Map<String, String> environment) {
        return Settings.load(definitions(), prefixes(), args, environment);
    }

    /** @throws InvalidSettings with every problem */
    public static IngestConfig of(Settings settings) {
        var problems = new ArrayList<String>();
        var server = edge(settings, problems);
        var managers = ManagerSettings.of(settings, managementHost(settings), problems);
        var console = ConsoleSettings.of(
                settings,
                managers.admin().file(),
                settings.flag("webhook.validation"),
                managers.oidc() == null ? null : managers.oidc().issuer(),
                problems);
        boolean several = managers.severalTeams();
        var mcp = McpSettings.of(settings, several, problems);
        var addresses = addresses(settings, problems);
        if (!problems.isEmpty()) {
            throw new InvalidSettings(problems);
        }
        var containers = AllowedContainers.of(settings);
        var letterTopics = AllowedDeadLetterTopics.of(settings, CommonSettings.topics(settings));
        var destinations = AllowedDestinations.of(settings, CommonSettings.topics(settings));
        var sources = AllowedSources.of(settings, CommonSettings.topics(settings));
        var credentials = CredentialSettings.of(settings);
        return new IngestConfig(
                new Log(
                        CommonSettings.topics(settings),
                        KafkaClients.of(settings),
                        settings.integer("partitions"),
                        settings.integer("replication.factor"),
                        CommonSettings.timeScale(settings),
                        settings.integer("publish.buffer.bytes"),
                        CommonSettings.systemEvents(settings).orElse(null)),
                new Resources(
                        CommonSettings.topicIds(settings),
                        CommonSettings.endpointRules(settings),
                        addresses,
                        CommonSettings.proxy(settings),
                        CommonSettings.deadLetterAccounts(settings),
                        several ? containers.onlyAsStated() : containers,
                        several ? letterTopics.onlyAsStated() : letterTopics,
                        several ? destinations.onlyAsStated() : destinations,
                        several ? sources.onlyAsStated() : sources,
                        CommonSettings.secrets(settings),
                        ResourceLimits.of(settings),
                        settings.duration("signing.overlap"),
                        several ? credentials.onlyAsStated() : credentials),
                new Validation(
                        new EndpointValidation(settings.flag("webhook.validation")),
                        settings.text("http.host"),
                        settings.optionalText("public.url").map(URI::create).orElse(null),
                        CommonSettings.rate(settings) == 0 ? null : CommonSettings.rate(settings) * SECONDS_IN_MINUTE),
                server,
                new PublisherAuth(
                        settings.flag("auth.required"), LocalHosts.isLocalHost(settings.text("http.host")), List.of()),
                managers,
                new Timeline(
                        settings.optionalText("timeline.url").map(URI::create).orElse(null),
                        settings.password("timeline.secret").orElse(null),
                        settings.integer("stats.max.subscriptions")),
                settings.password("receive.secret").orElse(null),
                console,
                settings.flag("arm.tools"),
                mcp);
    }

    private static String managementHost(Settings settings) {
        var management = management(settings);
        return management == null ? settings.text("http.host") : management.host();
    }

    private static ServerConfig.@Nullable Listener management(Settings settings) {
        return settings.optionalText("management.port")
                .map(port ->
                        new ServerConfig.Listener(settings.text("management.host"), Integer.parseInt(port.strip())))
                .orElse(null);
    }

    private static ServerConfig edge(Settings settings, List<String> problems) {
        var http = port(settings, "http.port");
        var https = port(settings, "https.port");
        if (http == null && https == null) {
            problems.add("http.port and https.port: one of them must be a port");
        }
        if (https != null) {
            readable("tls.certificate", settings, problems);
            readable("tls.key", settings, problems);
        }
        return new ServerConfig(
                settings.text("http.host"),
                http,
                https == null
                        ? null
                        : new ServerConfig.Https(
                                https, Path.of(settings.text("tls.certificate")), Path.of(settings.text("tls.key"))),
                management(settings),
                settings.integer("http.max.connections"),
                settings.integer("http.body.bytes"),
                settings.duration("http.read.timeout"),
                settings.duration("http.request.timeout"),
                settings.duration("http.response.timeout"),
                settings.duration("http.wrong.key.delay"),
                CommonSettings.drainTimeout(settings));
    }

    private static void readable(String name, Settings settings, List<String> problems) {
        var file = settings.text(name);
        if (file.isBlank()) {
            problems.add(name + ": https.port needs it, a PEM file");
        } else if (!Files.isReadable(Path.of(file))) {
            problems.add(name + ": " + file + " cannot be read; check that it exists, and its owner and permissions");
        }
    }

    private static AddressRules addresses(Settings settings, List<String> problems) {
        try {
            return AddressRules.allowing(settings.list("endpoint.allow.networks"));
        } catch (IllegalArgumentException e) {
            problems.add("endpoint.allow.networks: " + e.getMessage());
            return new AddressRules(List.of());
        }
    }

    private static @Nullable Integer port(Settings settings, String name) {
        var text = settings.text(name).strip();
        return text.equals(OFF) || text.equals("-1") ? null : Integer.valueOf(text);
    }

    private static void checkUrl(String name, Object value) {
        var text = ((String) value).strip();
        if (!text.isEmpty() && !text.matches("https?://[^/?#\\s@]+(/[^?#\\s]*)?")) {
            throw new ConfigException(name, value, "must be a URL such as https://events.example.com");
        }
    }

    private static void checkOptionalPort(String name, Object value) {
        var text = ((String) value).strip();
        if (!text.isEmpty() && (!text.matches("\\d{1,5}") || Integer.parseInt(text) > 65535)) {
            throw new ConfigException(name, value, "must be a port from 0 to 65535, or nothing");
        }
    }

    private static void checkPort(String name, Object value) {
        var text = ((String) value).strip();
        if (!text.equals(OFF) && !text.equals("-1") && (!text.matches("\\d{1,5}") || Integer.parseInt(text) > 65535)) {
            throw new ConfigException(name, value, "must be a port from 0 to 65535, or none");
        }
    }
}
