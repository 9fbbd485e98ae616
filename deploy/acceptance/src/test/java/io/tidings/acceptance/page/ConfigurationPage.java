package io.tidings.acceptance.page;

import static java.util.Map.entry;

import io.tidings.local.cluster.LocalProgram;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.ConfigKey;
import org.apache.kafka.common.config.ConfigDef.Type;

/** The page {@code docs/configuration.md}: every setting of the programs, as its definition says it. */
record ConfigurationPage(List<LocalProgram> services) {
    private static final String START = """
        # Settings

        <!-- Written from the definitions of the programs; GeneratedPagesTest says how to write it again. -->

        A program takes the value of a setting from the first of these that has one: `--set KEY=VALUE` on its command line, an
        environment variable, the properties file it is started with, the default. The variable of a setting is `TIDINGS_` and its
        name in upper case, with `_` for `.` and `-`: `TIDINGS_BOOTSTRAP_SERVERS`. In every value `${env:NAME}` stands for a variable,
        and `${file:/path:key}` for a line of a properties file, so that secrets can be kept apart from the settings. A program
        reports all problems at once; an unknown setting is a problem, unless it comes from the environment.

        `TIDINGS_LOG_FORMAT=json` makes every log line a JSON object. `TIDINGS_LOG_LEVEL` is `INFO` by default, or `DEBUG` or another
        level. Only the environment sets these two, because logging starts before the settings are read. OpenTelemetry's `OTEL_…`
        variables [apply to tracing](tracing.md#with-opentelemetrys-own-variables).

        A duration is a whole number and `ms`, `s`, `m`, `h` or `d`, such as `250ms` or `4h`. `./deploy/local/up` sets what one
        machine needs; its `--set` changes any setting.
        """;
    private static final Map<String, String> PREFIXES = new TreeMap<>(Map.ofEntries(
            entry("kafka.", "a native setting of every Kafka client, such as `kafka.security.protocol`"),
            entry("consumer.", "a native setting of every consumer"),
            entry("producer.", "a native setting of every producer"),
            entry("admin.client.", "a native setting of every admin client"),
            entry("streams.", "a native setting of Kafka Streams for matching; it overrides those of Tidings"),
            entry(
                    "timeline.streams.",
                    "a native setting of Kafka Streams for the [timeline](timeline.md); it overrides those of Tidings"),
            entry(
                    "endpoint.identity.",
                    "followed by a name: PEM files, separated by a comma, with the client certificate chain and the"
                        + " private key that [subscriptions](authentication.md) call by this name; with `.topics` or"
                        + " `.origins` behind the name, [what it is"
                        + " for](authentication.md#which-topics-may-use-an-identity)"),
            entry(
                    "oauth.azure.application.",
                    "followed by a name: the id or URI of a Microsoft Entra application that subscriptions may name;"
                            + " with `.topics` or `.origins` behind the name, [what it is"
                            + " for](authentication.md#which-topics-may-use-an-identity)"),
            entry(
                    "endpoint.trust.",
                    "followed by a name: a PEM file with the certificates that endpoints of subscriptions with this"
                            + " name must descend from; with `.topics` or `.origins` behind the name, [what it is"
                            + " for](authentication.md#which-topics-may-use-an-identity)"),
            entry(
                    "destination.kafka.",
                    "followed by the name of an event hub: the Kafka topic that [subscriptions](kafka-destinations.md)"
                        + " deliver to by this name; the same for ingest-service and delivery-worker. With `.topics`"
                        + " behind the name, the topics of these subscriptions; with `.cluster`, [the"
                        + " cluster](kafka-destinations.md#a-topic-on-another-cluster) that the topic is on"),
            entry(
                    "destination.cluster.",
                    "followed by a name, a dot and a native setting of Kafka clients: [another"
                        + " cluster](kafka-destinations.md#a-topic-on-another-cluster) that events are delivered to;"
                        + " delivery-worker uses it"),
            entry(
                    "source.kafka.",
                    "followed by a name: the Kafka topics that may be a"
                        + " [source](sources.md#which-kafka-topics-may-be-a-source); with `.topics` behind the name,"
                        + " the topics that may have it; the same for ingest-service and topology"),
            entry(
                    "deadletter.container.",
                    "followed by a name: the `ACCOUNT/CONTAINER` that [dead"
                            + " letters](dead-letters.md#which-topics-may-use-a-container) may be in, with commas"
                            + " between them; with `.topics` behind the name, the topics of these dead letters; the"
                            + " same for ingest-service and deadletter-exporter"),
            entry(
                    "deadletter.kafka.",
                    "followed by a name: the Kafka topic that"
                        + " [subscriptions](dead-letters.md#dead-letters-in-a-kafka-topic-of-your-own) have their dead"
                        + " letters in by this name; with `.topics` behind the name, the topics of these"
                        + " subscriptions; the same for ingest-service and deadletter-exporter"),
            entry(
                    "deadletter.storage.",
                    "followed by the name of a storage account: `deadletter.storage` for that account")));
    private static final Pattern RANGE = Pattern.compile("\\[([^,]+),\\.\\.\\.(?:,([^,]+))?]");

    String text() {
        var page = new StringBuilder(START);
        section("All programs", inAll(), page);
        for (var service : services) {
            section(service.name(), onlyIn(service), page);
        }
        prefixes(page);
        return page.toString();
    }

    /** Settings that every program knows, in the words of the first. */
    private List<ConfigKey> inAll() {
        return services.getFirst().definitions().configKeys().values().stream()
                .filter(this::common)
                .toList();
    }

    private List<ConfigKey> onlyIn(LocalProgram service) {
        return service.definitions().configKeys().values().stream()
                .filter(key -> !common(key))
                .toList();
    }

    private boolean common(ConfigKey key) {
        return services.stream()
                .allMatch(service -> service.definitions().names().contains(key.name));
    }

    private void section(String title, List<ConfigKey> keys, StringBuilder page) {
        page.append("\n## ").append(title).append("\n\n| setting | default | allowed | meaning |\n|---|---|---|---|\n");
        for (var key : keys) {
            row(page, "`" + key.name + "`", defaults(key), allowed(key), escaped(key.documentation));
        }
    }

    /** One, or what each program says where they differ. */
    private String defaults(ConfigKey key) {
        var byProgram = new LinkedHashMap<String, String>();
        for (var service : services) {
            var own = service.definitions().configKeys().get(key.name);
            if (own != null) {
                byProgram.put(service.name(), defaultOf(own));
            }
        }
        if (byProgram.values().stream().distinct().count() == 1) {
            return byProgram.values().iterator().next();
        }
        var each = new ArrayList<String>();
        byProgram.forEach((program, value) -> each.add(value + " " + program));
        return String.join(", ", each);
    }

    private static String defaultOf(ConfigKey key) {
        if (!key.hasDefault()) {
            return "**required**";
        }
        var text = key.defaultValue == null ? "" : ConfigDef.convertToString(key.defaultValue, key.type);
        return text.isEmpty() ? "none" : "`" + (key.type == Type.DOUBLE ? plain(text) : text) + "`";
    }

    private static String allowed(ConfigKey key) {
        if (key.validator != null) {
            return escaped(range(key.validator.toString()));
        }
        return switch (key.type) {
            case BOOLEAN -> "`true`, `false`";
            case PASSWORD -> "a secret, never printed";
            case LIST -> "a list, with commas";
            case INT, LONG, SHORT -> "a whole number";
            case DOUBLE -> "a number";
            case STRING, CLASS -> "";
        };
    }

    private static String range(String validator) {
        var match = RANGE.matcher(validator);
        if (match.matches()) {
            return match.group(2) == null
                    ? "at least " + plain(match.group(1))
                    : plain(match.group(1)) + " … " + plain(match.group(2));
        }
        return validator.startsWith("[") ? validator.substring(1, validator.length() - 1) : validator;
    }

    private static String plain(String number) {
        return new BigDecimal(number).stripTrailingZeros().toPlainString();
    }

    private void prefixes(StringBuilder page) {
        page.append("\n## Settings with names of your own\n\nThese are the starts of further names.\n");
        page.append("\n| start | known to | meaning |\n|---|---|---|\n");
        var knownTo = new TreeMap<String, List<String>>();
        for (var service : services) {
            service.prefixes()
                    .forEach(prefix -> knownTo.computeIfAbsent(prefix, _ -> new ArrayList<>())
                            .add(service.name()));
        }
        knownTo.forEach((prefix, names) -> row(
                page,
                "`" + prefix + "`",
                names.size() == services.size() ? "all programs" : String.join(", ", names),
                Objects.requireNonNull(PREFIXES.get(prefix), () -> "say in PREFIXES what " + prefix + " is")));
    }

    private static void row(StringBuilder page, String... cells) {
        page.append("| ").append(String.join(" | ", cells)).append(" |\n");
    }

    private static String escaped(String text) {
        return text.replace("|", "\\|").replace("<", "&lt;");
    }
}
