package io.tidings.contract.event;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParseException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Base64;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Turns a CloudEvent in binary mode into the structured one that is delivered (CloudEvents JSON format, §3.1). */
final class BinaryCloudEvent {
    private static final JsonFactory JSON =
            JsonFactory.builder().disable(JsonFactory.Feature.CHARSET_DETECTION).build();

    private BinaryCloudEvent() {}

    static byte[] structured(Map<String, String> attributes, @Nullable String contentType, byte[] data)
            throws IOException {
        var out = new ByteArrayOutputStream(data.length + 512);
        out.write('{');
        for (var attribute : attributes.entrySet()) {
            member(attribute.getKey(), JsonText.quoted(attribute.getValue()), out);
        }
        if (contentType != null) {
            member("datacontenttype", JsonText.quoted(contentType), out);
        }
        if (data.length > 0) {
            if (contentType == null || isJson(contentType)) { // absent means JSON, as the format says
                requireOneValue(data);
                member("data", data, out);
            } else if (isText(contentType)) {
                member("data", JsonText.quoted(new String(data, UTF_8)), out);
            } else {
                member("data_base64", JsonText.quoted(Base64.getEncoder().encodeToString(data)), out);
            }
        }
        out.write('}');
        return out.toByteArray();
    }

    private static void member(String name, byte[] value, ByteArrayOutputStream out) {
        if (out.size() > 1) {
            out.write(',');
        }
        out.writeBytes(JsonText.quoted(name));
        out.write(':');
        out.writeBytes(value);
    }

    /** Data that is no JSON must not be pasted into an object: it could forge attributes. */
    private static void requireOneValue(byte[] data) throws IOException {
        try (var parser = JSON.createParser(data)) {
            if (parser.nextToken() == null) {
                throw new JsonParseException(parser, "the data is empty");
            }
            parser.skipChildren();
            if (parser.nextToken() != null) {
                throw new JsonParseException(parser, "something follows the JSON value");
            }
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
