package io.tidings.runtime.tracing;

import static io.tidings.runtime.Setting.checked;
import static io.tidings.runtime.Setting.decimal;
import static io.tidings.runtime.Setting.group;
import static io.tidings.runtime.Setting.secret;
import static io.tidings.runtime.Setting.text;
import static org.apache.kafka.common.config.ConfigDef.Range.between;

import io.tidings.contract.subscription.HeaderRules;
import io.tidings.runtime.Setting.Definition;
import io.tidings.runtime.Settings;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.types.Password;
import org.jspecify.annotations.Nullable;

/**
 * The settings of tracing: the collector of spans, the headers it needs, and the share of traces that are sent. A
 * message about an invalid setting does not contain its value.
 */
public final class TracingSettings {
    static final String ENDPOINT = "tracing.endpoint";
    private static final String HEADERS = "tracing.headers";
    private static final String SAMPLING = "tracing.sampling";
    private static final List<String> OTEL_ENDPOINTS =
            List.of("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT");

    private TracingSettings() {}

    public static final Definition SETTINGS = group(
            text(ENDPOINT, "", checked(TracingSettings::requireCollector, "an http or https URL, or nothing"))
                    .medium("Collector that spans are sent to, as OTLP over HTTP, such as"
                            + " http://collector:4318/v1/traces. Without it and OTEL_EXPORTER_OTLP_ENDPOINT"
                            + " tracing is off, and trace contexts are passed on unchanged."),
            secret(HEADERS, checked((_, value) -> headers((Password) value), "a secret, never printed"))
                    .medium("Headers of every request to that collector, as name=value, separated by commas, such"
                            + " as authorization=Bearer TOKEN. A value cannot hold a comma."),
            decimal(SAMPLING, 1.0, between(0.0, 1.0))
                    .medium("The share of the traces begun here that are reported; for the others the publisher's"
                            + " decision holds. If it is not set, OTEL_TRACES_SAMPLER decides."));

    /** Returns the variable or setting that names the collector; empty if tracing is off. */
    static Optional<String> collector(Settings settings) {
        if (endpoint(settings).isPresent()) {
            return Optional.of(ENDPOINT);
        }
        var otel = settings.openTelemetry();
        boolean disabled =
                Boolean.parseBoolean(otel.get("OTEL_SDK_DISABLED")) || "none".equals(otel.get("OTEL_TRACES_EXPORTER"));
        return disabled
                ? Optional.empty()
                : OTEL_ENDPOINTS.stream().filter(otel::containsKey).findFirst();
    }

    static Optional<URI> endpoint(Settings settings) {
        return settings.optionalText(ENDPOINT).map(String::strip).map(URI::create);
    }

    /** The headers of every request to the collector, which are secrets. */
    static Map<String, String> headers(Settings settings) {
        return headers(settings.password(HEADERS).orElse(null));
    }

    /** Returns empty if the setting is not given. */
    static OptionalDouble sampling(Settings settings) {
        return settings.given(SAMPLING) ? OptionalDouble.of(settings.decimal(SAMPLING)) : OptionalDouble.empty();
    }

    private static void requireCollector(String name, Object value) {
        var text = ((String) value).strip();
        if (!text.isEmpty() && !reachable(text)) {
            throw new ConfigException(
                    name + ": must be the URL of a collector, such as http://collector:4318/v1/traces, with a host of"
                            + " letters, digits, - and . and without user, query and fragment; a token goes into "
                            + HEADERS);
        }
    }

    /** Refuses URLs with a key, because the log shows the URL. */
    private static boolean reachable(String text) {
        try {
            var uri = new URI(text);
            return ("http".equals(uri.getScheme()) || "https".equals(uri.getScheme()))
                    && uri.getHost() != null
                    && uri.getRawUserInfo() == null
                    && uri.getRawQuery() == null
                    && uri.getRawFragment() == null;
        } catch (URISyntaxException e) {
            return false;
        }
    }

    private static Map<String, String> headers(@Nullable Password secret) {
        var headers = new TreeMap<String, String>();
        if (secret == null || secret.value().isBlank()) {
            return headers;
        }
        int number = 0;
        for (var entry : secret.value().split(",", -1)) {
            number++;
            int equals = entry.indexOf('=');
            if (equals < 0) {
                throw problem(number, "is not name=value; commas stand between headers only");
            }
            var name = entry.substring(0, equals).strip();
            var value = entry.substring(equals + 1).strip();
            if (headers.put(legalName(name, value, number), value) != null) {
                throw problem(number, "has the name of an earlier one; keep one of them");
            }
        }
        return headers;
    }

    private static String legalName(String name, String value, int number) {
        var broken = HeaderRules.brokenByName(name);
        if (broken.isPresent()) {
            throw problem(number, "has a name that " + broken.get());
        }
        if (value.isEmpty() || !HeaderRules.legalValue(value)) {
            throw problem(
                    number,
                    "has a value that is empty, longer than " + HeaderRules.MAX_VALUE_BYTES
                            + " characters or not of printable ASCII characters");
        }
        return name.toLowerCase(Locale.ROOT);
    }

    /** Contains neither a value nor an illegal name, which may be half of a token. */
    private static ConfigException problem(int number, String sentence) {
        return new ConfigException(HEADERS + ": header " + number + " " + sentence);
    }
}
