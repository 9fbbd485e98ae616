package io.tidings.ingest;

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
import io.tidings.ingest.server.ServerConfig;
import io.tidings.ingest.validation.EndpointValidation;
import io.tidings.ingest.write.ResourceLimits;
import io.tidings.runtime.AllowedContainers;
import io.tidings.runtime.CommonSettings;
import io.tidings.runtime.InvalidSettings;
import io.tidings.runtime.Settings;
import io.tidings.runtime.authentication.CredentialSettings;
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
import org.apache.kafka.common.config.types.Password;
import org.jspecify.annotations.Nullable;

public record IngestConfig(
        Log log,
        Resources resources,
        Validation validation,
        ServerConfig server,
        PublisherAuth auth,
        ManagerSettings managers,
        Timeline timeline,
        ConsoleSettings console) {
    private static final int SECONDS_IN_MINUTE = 60;

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

    /** @param signingOverlap how long a former signing secret signs beside the present one */
    public record Resources(
            TopicIds ids,
            EndpointRules endpoints,
            AddressRules addresses,
            DeadLetterAccounts accounts,
            AllowedContainers containers,
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
     */
    public record Timeline(@Nullable URI url, @Nullable Password secret) {}

    /** The URL for publishers, as management shows it; null if it is the URL of management. */
    @Nullable
    URI publishedAt() {
        return server.management() == null
                ? null
                : validation.serviceUrl(
                        server.httpPort() == null ? -1 : server.httpPort(),
                        server.https() == null ? -1 : server.https().port());
    }

    public static ConfigDef definitions() {
        return IngestSettings.definitions();
    }

    public static List<String> prefixes() {
        return Stream.of(
                        CommonSettings.CLIENT_PREFIXES,
                        CredentialSettings.PREFIXES,
                        AllowedDestinations.PREFIXES,
                        AllowedSources.PREFIXES,
                        AllowedContainers.PREFIXES)
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
        var addresses = addresses(settings, problems);
        if (!problems.isEmpty()) {
            throw new InvalidSettings(problems);
        }
        boolean several = managers.severalTeams();
        var containers = AllowedContainers.of(settings);
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
                        CommonSettings.deadLetterAccounts(settings),
                        several ? containers.onlyAsStated() : containers,
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
                new PublisherAuth(settings.flag("auth.required"), LocalHosts.isLocalHost(settings.text("http.host"))),
                managers,
                new Timeline(
                        settings.optionalText("timeline.url").map(URI::create).orElse(null),
                        settings.password("timeline.secret").orElse(null)),
                ConsoleSettings.of(settings, managers.admin().file(), settings.flag("webhook.validation")));
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
        return text.equals(IngestSettings.OFF) || text.equals("-1") ? null : Integer.valueOf(text);
    }
}
