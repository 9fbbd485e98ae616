package io.tidings.contract.event;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonToken;
import io.tidings.contract.json.JsonObjectView;
import io.tidings.contract.json.JsonObjectWriter;
import io.tidings.contract.json.JsonText;
import io.tidings.contract.json.UnwantedJsonException;
import java.io.IOException;
import java.util.Base64;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Turns a CloudEvent in binary mode into the structured one that is delivered (CloudEvents JSON format, §3.1). */
final class BinaryCloudEvent {
    private BinaryCloudEvent() {}

    static JsonObjectView structured(Map<String, String> attributes, @Nullable String contentType, byte[] data)
            throws IOException {
        var event = new JsonObjectWriter(data.length + 512);
        for (var attribute : attributes.entrySet()) {
            event.text(attribute.getKey(), attribute.getValue());
        }
        if (contentType != null) {
            event.text("datacontenttype", contentType);
        }
        if (data.length > 0) {
            if (contentType == null || isJson(contentType)) { // no content type means JSON (JSON format)
                event.value("data", typeOfOnlyValue(data), data);
            } else if (isText(contentType)) {
                event.value("data", JsonToken.VALUE_STRING, JsonText.quoted(new String(data, UTF_8)));
            } else {
                var encoded = Base64.getEncoder().encodeToString(data);
                event.value("data_base64", JsonToken.VALUE_STRING, JsonText.quoted(encoded));
            }
        }
        return event.object();
    }

    /** Checks that data is one JSON value: anything else, pasted into an object, could forge attributes. */
    private static JsonToken typeOfOnlyValue(byte[] data) throws IOException {
        try (var parser = JsonObjectView.JSON.createParser(data)) {
            var type = parser.nextToken();
            if (type == null) {
                throw new UnwantedJsonException(parser, "the data is empty");
            }
            parser.skipChildren();
            if (parser.nextToken() != null) {
                throw new UnwantedJsonException(parser, "something follows the JSON value");
            }
            return type;
        }
    }

    private static boolean isJson(String contentType) {
        var type = mediaType(contentType);
        return type.endsWith("/json") || type.endsWith("+json");
    }

    private static boolean isText(String contentType) {
        var whole = contentType.toLowerCase(Locale.ROOT);
        return mediaType(contentType).startsWith("text/") && (!whole.contains("charset") || whole.contains("utf-8"));
    }

    private static String mediaType(String contentType) {
        int end = contentType.indexOf(';');
        return (end < 0 ? contentType : contentType.substring(0, end)).strip().toLowerCase(Locale.ROOT);
    }
}
