package io.tidings.contract.event;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidings.contract.json.JsonText;
import java.io.ByteArrayOutputStream;

/**
 * The attributes of an event in any schema (reference §3); empty if the event has none.
 *
 * @param source the id of the topic, except for a CloudEvent
 * @param time empty for a CloudEvent, which is not converted
 */
public record Envelope(String id, String source, String type, String subject, String time, String dataVersion) {
    /** An Event Grid event without its data and its closing brace. */
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

    /** A CloudEvent without its data and its closing brace. Leaves out empty attributes, which are not allowed. */
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
