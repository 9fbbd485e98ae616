package io.tidings.ingest;

import io.tidings.runtime.CommonSettings;
import io.tidings.runtime.SettingDuration;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Range;
import org.apache.kafka.common.config.ConfigDef.Type;
import org.apache.kafka.common.config.ConfigException;

/** The names of the ingest service's settings, their defaults and what they mean. */
final class IngestSettings {
    /** What a port is called that is not open. */
    static final String OFF = "none";

    private static final int ADMIN_PORT = 9190;

    private IngestSettings() {}

    static ConfigDef definitions() {
        return defineEdge(CommonSettings.defineDeadLetterAccounts(CommonSettings.defineSecrets(
                        CommonSettings.defineRate(CommonSettings.definitions(ADMIN_PORT)))))
                .define(
                        "auth.required",
                        Type.BOOLEAN,
                        true,
                        Importance.HIGH,
                        "Whether publishers must show a key of the topic or a signature made with one.")
                .define(
                        "admin.token",
                        Type.PASSWORD,
                        null,
                        Importance.HIGH,
                        "The token that managers of topics and subscriptions send as Authorization: Bearer. Without it "
                                + "and admin.token.file, management over HTTP is off.")
                .define(
                        "admin.token.file",
                        Type.STRING,
                        "",
                        Importance.HIGH,
                        "A file that holds the admin token; it is read at the start.")
                .define(
                        "webhook.validation",
                        Type.BOOLEAN,
                        true,
                        Importance.HIGH,
                        "Whether an endpoint must agree before events are sent to it. Switch it off only if you trust "
                                + "everybody who may manage subscriptions.")
                .define(
                        "public.url",
                        Type.STRING,
                        "",
                        ConfigDef.LambdaValidator.with(
                                IngestSettings::checkUrl, () -> "an http or https URL, or nothing"),
                        Importance.HIGH,
                        "The URL at which this service is reached from outside, such as https://events.example.com;"
                                + " the validation URLs that endpoints get start with it. Without it they start with"
                                + " http.host and the port.")
                .define(
                        "publish.buffer.bytes",
                        Type.INT,
                        32 * 1024 * 1024,
                        Range.atLeast(4 * 1024 * 1024),
                        Importance.LOW,
                        "Memory for events that wait for Kafka; when it is full, publishers get 503.");
    }

    private static ConfigDef defineEdge(ConfigDef definitions) {
        return definitions
                .define("http.host", Type.STRING, "127.0.0.1", Importance.HIGH, "Address of both ports.")
                .define(
                        "http.port",
                        Type.STRING,
                        "8080",
                        ConfigDef.LambdaValidator.with(IngestSettings::checkPort, () -> "0 to 65535, or none"),
                        Importance.HIGH,
                        "Port of plain HTTP; 0 takes a free one, none switches it off.")
                .define(
                        "https.port",
                        Type.STRING,
                        OFF,
                        ConfigDef.LambdaValidator.with(IngestSettings::checkPort, () -> "0 to 65535, or none"),
                        Importance.HIGH,
                        "Port of HTTPS; 0 takes a free one, none switches it off.")
                .define("management.host", Type.STRING, "127.0.0.1", Importance.MEDIUM, "Address of management.port.")
                .define(
                        "management.port",
                        Type.STRING,
                        "",
                        ConfigDef.LambdaValidator.with(
                                IngestSettings::checkOptionalPort, () -> "0 to 65535, or nothing"),
                        Importance.MEDIUM,
                        "Port for management alone, with TLS if https.port has it; 0 takes a free one. The ports for"
                            + " publishers then respond to managers with 404, so they can be exposed while management"
                            + " is not. Without it topics and subscriptions are managed on the ports for publishers.")
                .define(
                        "tls.certificate",
                        Type.STRING,
                        "",
                        Importance.HIGH,
                        "PEM file with the certificate chain of the HTTPS port.")
                .define(
                        "tls.key",
                        Type.STRING,
                        "",
                        Importance.HIGH,
                        "PEM file with the private key of the HTTPS port, PKCS 8 without a pass phrase.")
                .define(
                        "http.max.connections",
                        Type.INT,
                        10_000,
                        Range.atLeast(1),
                        Importance.LOW,
                        "Open connections of one port.")
                .define(
                        "http.body.bytes",
                        Type.INT,
                        32 * 1024 * 1024,
                        Range.atLeast(4 * 1024 * 1024),
                        Importance.LOW,
                        "Memory for the bodies of open requests; a request that gets none for two seconds gets 503."
                                + " The parsed events take about twice as much in addition.")
                .define(
                        "http.read.timeout",
                        Type.STRING,
                        "30s",
                        SettingDuration.atLeast("100ms"),
                        Importance.LOW,
                        "How long the next bytes of a request may take.")
                .define(
                        "http.request.timeout",
                        Type.STRING,
                        "60s",
                        SettingDuration.atLeast("100ms"),
                        Importance.LOW,
                        "How long a request may take to arrive, head and body; then its connection is closed.")
                .define(
                        "http.wrong.key.delay",
                        Type.STRING,
                        "3s",
                        SettingDuration.atLeast("0s"),
                        Importance.LOW,
                        "The longest delay of a 401, for addresses that get many of them; 0s: no delay. Responses to "
                                + "right keys are never delayed.");
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
