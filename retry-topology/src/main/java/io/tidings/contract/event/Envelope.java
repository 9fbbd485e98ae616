package io.tidings.contract.event;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidings.contract.json.JsonText;
import java.io.ByteArrayOutputStream;

/**
 * What an event says of itself, whatever its schema, and how the schemas it may be converted to say it (reference §3).
 *
 * @param source its {@code source}; the id of the topic for all that are no CloudEvents
 * @param subject empty when the event has none
 * @param time empty for a CloudEvent, which nobody converts
 * @param dataVersion empty when the event has none
 */
public record Envelope(String id, String source, String type, String subject, String time, String dataVersion) {
    /** An Event Grid event that lacks its data and its closing brace. */
    ByteArrayOutputStream openEventGridEvent(int bytes) {
        var out = new ByteArrayOutputStream(bytes);
        append("{\"id\":", id, out);
        append(",\"topic\":", source, out);
        append(",\"subject\":", subject, out);
        append(",\"eventType\":", type, out);
        append(",\"eventTime\":", time, out);
        append(",\"dataVersion\":", dataVersion, out);
        append(",\"metadataVersion\":", "1", out);
        return out;
    }

    /** A CloudEvent that lacks its data and its closing brace. Its attributes must not be empty, so such are left out. */
    ByteArrayOutputStream openCloudEvent(int bytes) {
        var out = new ByteArrayOutputStream(bytes);
        append("{\"specversion\":", "1.0", out);
        append(",\"id\":", id, out);
        append(",\"source\":", source, out);
        append(",\"type\":", type, out);
        appendUnlessEmpty(",\"subject\":", subject, out);
        append(",\"time\":", time, out);
        appendUnlessEmpty(",\"dataversion\":", dataVersion, out);
        return out;
    }

    private static void appendUnlessEmpty(String name, String value, ByteArrayOutputStream out) {
        if (!value.isEmpty()) {
            append(name, value, out);
        }
    }

    private static void append(String name, String value, ByteArrayOutputStream out) {
        out.writeBytes(name.getBytes(UTF_8));
        out.writeBytes(JsonText.quoted(value));
    }
}
