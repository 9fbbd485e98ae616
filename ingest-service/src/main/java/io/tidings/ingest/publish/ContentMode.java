package io.tidings.ingest.publish;

import io.tidings.contract.event.EventSchema;
import io.tidings.ingest.http.ApiError;
import io.tidings.ingest.http.Request;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The form in which a publishing request carries its events, by its headers (reference §1.2, §2.1). Binary mode accepts data of any
 * content type, whereas Event Grid refuses all but JSON with 415.
 */
sealed interface ContentMode {
    sealed interface Known extends ContentMode {}

    /** An array: Event Grid events or a batch of CloudEvents. */
    record Batch() implements Known {}

    /** One custom event, or an array of them. */
    record OneOrMany() implements Known {}

    /** One structured CloudEvent. */
    record Structured() implements Known {}

    /** One CloudEvent with its attributes in headers. */
    record Binary(Map<String, String> attributes, @Nullable String contentType) implements Known {}

    record Rejected(ApiError error) implements ContentMode {}

    String ATTRIBUTE = "ce-";
    List<String> REQUIRED = List.of("specversion", "id", "source", "type");

    static ContentMode of(EventSchema schema, Request request) {
        var contentType = request.header("content-type").orElse("");
        return switch (schema) {
            case EVENT_GRID -> json(mediaType(contentType), schema, new Batch());
            case CLOUD_EVENTS ->
                REQUIRED.stream()
                                .anyMatch(
                                        name -> request.header(ATTRIBUTE + name).isPresent())
                        ? binary(request, contentType)
                        : structured(mediaType(contentType));
            case CUSTOM -> json(mediaType(contentType), schema, new OneOrMany());
        };
    }

    private static ContentMode json(String mediaType, EventSchema schema, Known form) {
        return switch (mediaType) {
            case "", "application/json", "text/plain" -> form;
            default ->
                refused(
                        415,
                        "InvalidContentType",
                        "the topic takes " + schema.inputName() + ": send Content-Type application/json, not "
                                + mediaType);
        };
    }

    private static ContentMode structured(String mediaType) {
        return switch (mediaType) {
            case "application/cloudevents+json", "application/json" -> new Structured();
            case "application/cloudevents-batch+json" -> new Batch();
            default ->
                refused(
                        415,
                        "InvalidContentType",
                        "the topic takes " + EventSchema.CLOUD_EVENTS.inputName()
                                + ": send Content-Type application/cloudevents+json,"
                                + " application/cloudevents-batch+json, or the attributes in ce- headers");
        };
    }

    private static ContentMode binary(Request request, String contentType) {
        if (mediaType(contentType).startsWith("application/cloudevents")) {
            return invalidHeader("ce- headers and Content-Type " + contentType + " exclude each other");
        }
        var attributes = new LinkedHashMap<String, String>();
        for (var name : REQUIRED) {
            if (request.header(ATTRIBUTE + name).isEmpty()) {
                return invalidHeader("header " + ATTRIBUTE + name + " is missing");
            }
        }
        for (var header : request.headers().entrySet()) {
            if (header.getKey().startsWith(ATTRIBUTE)) {
                var name = header.getKey().substring(ATTRIBUTE.length());
                var value = CloudEventHeaders.decoded(header.getValue());
                if (value.isEmpty()) {
                    return invalidHeader("header " + header.getKey() + " is no percent-encoded UTF-8");
                }
                if (name.equals("data") || name.equals("datacontenttype")) {
                    return invalidHeader("header " + header.getKey() + " is not allowed: the body is the data,"
                            + " Content-Type its type");
                }
                attributes.put(name, value.get());
            }
        }
        return new Binary(attributes, contentType.isEmpty() ? null : contentType);
    }

    private static String mediaType(String contentType) {
        int end = contentType.indexOf(';');
        return (end < 0 ? contentType : contentType.substring(0, end)).strip().toLowerCase(Locale.ROOT);
    }

    private static Rejected invalidHeader(String message) {
        return refused(400, "InvalidCloudEventHeader", message);
    }

    private static Rejected refused(int status, String code, String message) {
        return new Rejected(ApiError.of(status, code, message));
    }
}
