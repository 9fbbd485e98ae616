package io.tidings.topology;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidings.contract.HeaderNames;
import io.tidings.contract.SubscriptionKey;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;

/** Named records of the tables and the events topics. */
public final class Examples {
    public static final byte[] EVENT_GRID_TOPIC = bytes("{\"properties\":{\"inputSchema\":\"EventGridSchema\"}}");
    public static final byte[] CLOUD_EVENTS_TOPIC =
            bytes("{\"properties\":{\"inputSchema\":\"CloudEventSchemaV1_0\"}}");

    /** The member {@code kind} is the type. */
    public static final byte[] CUSTOM_TOPIC = bytes("""
        {"properties":{"inputSchema":"CustomEventSchema","inputSchemaMapping":{"inputSchemaMappingType":"Json",\
        "properties":{"eventType":{"sourceField":"kind"},"subject":{"defaultValue":"none"}}}}}\
        """);

    private Examples() {}

    public static SubscriptionKey key(String text) {
        return SubscriptionKey.parse(text).orElseThrow();
    }

    /** A subscription with more members in its properties, such as {@code "filter":{…}}. */
    public static byte[] subscription(String... members) {
        var more = String.join(",", members);
        return bytes("""
            {"properties":{"destination":{"endpointType":"WebHook","properties":{"endpointUrl":"https://example.com/hook"}}%s}}\
            """.formatted(more.isEmpty() ? "" : "," + more));
    }

    public static Headers inForce(String uid) {
        return headers(HeaderNames.SUBSCRIPTION_UID, uid, HeaderNames.PROVISIONING_STATE, "Succeeded");
    }

    /** An Event Grid event that lacks what the service stamps. */
    public static final byte[] VERSIONED_TOPIC = bytes("""
        {"properties":{"inputSchema":"CustomEventSchema","inputSchemaMapping":{"inputSchemaMappingType":"Json",\
        "properties":{"eventType":{"defaultValue":"saved"},"dataVersion":{"sourceField":"version"}}}}}\
        """);

    public static byte[] order(String id) {
        return order(id, "placed", "/orders/" + id);
    }

    public static byte[] order(String id, String type, String subject) {
        return bytes("""
            {"id":"%s","subject":"%s","eventType":"%s","eventTime":"2026-11-21T09:30:00Z","data":{"n":1.50}}\
            """.formatted(id, subject, type));
    }

    /**
     * An event of {@link #VERSIONED_TOPIC}, which conversion makes longer.
     *
     * @param length of its version, the only text of an event without a limit of its own
     */
    public static byte[] versioned(int length) {
        return bytes("{\"version\":\"" + "1".repeat(length) + "\"}");
    }

    public static byte[] cloudEvent(String id) {
        return bytes("""
            {"specversion":"1.0","id":"%s","source":"/shop","type":"placed","data":{"n":1.50}}\
            """.formatted(id));
    }

    public static Headers headers(String... namesAndValues) {
        var headers = new RecordHeaders();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            headers.add(namesAndValues[i], bytes(namesAndValues[i + 1]));
        }
        return headers;
    }

    public static String text(Headers headers, String name) {
        var header = headers.lastHeader(name);
        return header == null ? null : text(header.value());
    }

    public static String text(byte[] bytes) {
        return new String(bytes, UTF_8);
    }

    public static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }
}
