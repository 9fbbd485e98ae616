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

import io.tidings.ingest.console.ConsoleSettings;
import io.tidings.ingest.write.ResourceLimits;
import io.tidings.runtime.CommonSettings;
import io.tidings.runtime.Setting.Definition;
import io.tidings.runtime.authentication.CredentialSettings;
import io.tidings.runtime.timeline.TimelineSecret;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;

final class IngestSettings {
    /** The value for a port that is not open. */
    static final String OFF = "none";

    private static final int ADMIN_PORT = 9190;

    private IngestSettings() {}

    static ConfigDef definitions() {
        return define(
                CommonSettings.definitions(ADMIN_PORT),
                CommonSettings.RATE,
                CommonSettings.SECRETS,
                CommonSettings.DEAD_LETTER_ACCOUNTS,
                CommonSettings.SYSTEM_EVENTS,
                EDGE,
                CredentialSettings.SETTINGS,
                ManagerSettings.SETTINGS,
                ConsoleSettings.SETTINGS,
                ResourceLimits.SETTINGS,
                flag("auth.required", true)
                        .high("Whether publishers must show a key of the topic or a signature made with one."),
                flag("webhook.validation", true)
                        .high("Whether an endpoint must agree before events are sent to it. Switch it off only if"
                                + " you trust everybody who may manage subscriptions."),
                text("public.url", "", checked(IngestSettings::checkUrl, "an http or https URL, or nothing"))
                        .high("The URL at which this service is reached from outside, such as"
                                + " https://events.example.com; the validation URLs that endpoints get start with"
                                + " it. Without it they start with http.host and the port."),
                duration("signing.overlap", "24h", atLeast("0s"))
                        .medium("How long the requests of a subscription are signed with the former secret, too, after"
                                + " its signing secret was changed."),
                text("timeline.url", "http://127.0.0.1:9194", checked(IngestSettings::checkUrl, "an http or https URL"))
                        .medium("The URL of a topology that responds to queries of the timeline, its"
                                + " timeline.listen; empty if there is no timeline."),
                TimelineSecret.setting().medium("The timeline.secret of the topology."),
                integer("publish.buffer.bytes", 32 * 1024 * 1024, atLeast(4 * 1024 * 1024))
                        .low("Memory for events that wait for Kafka; when it is full, publishers get 503."));
    }

    private static final Definition EDGE = group(
            text("http.host", "127.0.0.1").high("Address of both ports."),
            text("http.port", "8080", checked(IngestSettings::checkPort, "0 to 65535, or none"))
                    .high("Port of plain HTTP; 0 takes a free one, none switches it off."),
            text("https.port", OFF, checked(IngestSettings::checkPort, "0 to 65535, or none"))
                    .high("Port of HTTPS; 0 takes a free one, none switches it off."),
            text("management.host", "127.0.0.1").medium("Address of management.port."),
            text("management.port", "", checked(IngestSettings::checkOptionalPort, "0 to 65535, or nothing"))
                    .medium("Port for management alone, with TLS if https.port has it; 0 takes a free one. The"
                            + " ports for publishers then respond to managers with 404, so they can be exposed"
                            + " while management is not. Without it topics and subscriptions are managed on"
                            + " the ports for publishers."),
            text("tls.certificate", "").high("PEM file with the certificate chain of the HTTPS port."),
            text("tls.key", "")
                    .high("PEM file with the private key of the HTTPS port, PKCS 8 without a pass phrase."),
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
