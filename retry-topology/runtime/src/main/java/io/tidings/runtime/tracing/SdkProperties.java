package io.tidings.runtime.tracing;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidings.runtime.InvalidSettings;
import io.tidings.runtime.Settings;
import java.net.URLEncoder;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The properties of the OpenTelemetry SDK, from three sources, each overriding the one before: defaults of Tidings,
 * {@code OTEL_*} variables of the environment, settings {@code tracing.*}.
 */
final class SdkProperties {
    private static final Map<String, String> DEFAULTS = Map.of(
            "otel.exporter.otlp.timeout", "5000",
            "otel.bsp.max.queue.size", "8192",
            "otel.bsp.schedule.delay", "200",
            "otel.attribute.value.length.limit", "1024");

    /** Only spans are sent, without gRPC; {@link QueueFullCount} reads a metric by its default name. */
    private static final Map<String, String> FIXED = Map.of(
            "otel.sdk.disabled", "false",
            "otel.traces.exporter", "otlp",
            "otel.exporter.otlp.traces.protocol", "http/protobuf",
            "otel.metrics.exporter", "none",
            "otel.logs.exporter", "none",
            "otel.experimental.sdk.telemetry.version", "legacy");

    private SdkProperties() {}

    static Map<String, String> defaults(Settings settings) {
        var properties = new HashMap<>(DEFAULTS);
        settings.openTelemetry().forEach((name, value) -> properties.put(property(name), value));
        return properties;
    }

    private static String property(String variable) {
        return variable.toLowerCase(Locale.ROOT).replace('_', '.');
    }

    static Map<String, String> overrides(Settings settings) {
        var properties = new HashMap<>(FIXED);
        TracingSettings.endpoint(settings)
                .ifPresent(endpoint -> properties.put("otel.exporter.otlp.traces.endpoint", endpoint.toString()));
        var headers = TracingSettings.headers(settings);
        if (!headers.isEmpty()) {
            properties.put("otel.exporter.otlp.traces.headers", encoded(headers));
        }
        TracingSettings.sampling(settings).ifPresent(share -> {
            properties.put("otel.traces.sampler", "parentbased_traceidratio");
            properties.put("otel.traces.sampler.arg", Double.toString(share));
        });
        return properties;
    }

    /** The SDK decodes the values. */
    private static String encoded(Map<String, String> headers) {
        return headers.entrySet().stream()
                .map(header -> header.getKey() + "=" + URLEncoder.encode(header.getValue(), UTF_8))
                .collect(Collectors.joining(","));
    }

    /** The collector's name in the log. Only the URL of our own setting is known to hold no key. */
    static String collectorName(Settings settings) {
        var name = TracingSettings.collector(settings).orElseThrow();
        return TracingSettings.endpoint(settings)
                .map(endpoint -> name + "=" + endpoint)
                .orElse(name);
    }

    /** Hides a message about headers, which may hold a secret. */
    static InvalidSettings problem(RuntimeException refusal) {
        var cause = refusal.getCause();
        var message = refusal.getMessage() + (cause == null ? "" : ": " + cause.getMessage());
        return new InvalidSettings(List.of(
                message.toLowerCase(Locale.ROOT).contains("header")
                        ? "OTEL_EXPORTER_OTLP_HEADERS: must be name=value, separated by commas"
                        : "OTEL_*: " + message));
    }
}
