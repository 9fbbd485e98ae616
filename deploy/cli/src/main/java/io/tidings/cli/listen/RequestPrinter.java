package io.tidings.cli.listen;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.TextNode;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Map;

/** Requests in the words that people read, and as JSON lines. Pure. */
final class RequestPrinter {
    private static final ObjectMapper JSON = new ObjectMapper();

    private RequestPrinter() {}

    static String line(IncomingRequest request, int status, Instant now) {
        var facts = new ArrayList<String>();
        request.header("aeg-subscription-name").ifPresent(name -> facts.add("subscription " + name));
        request.header("aeg-delivery-count").ifPresent(count -> facts.add("attempt " + attempt(count)));
        request.header("ce-id").ifPresent(id -> facts.add("event " + id));
        return "%s  %s %s  responded %d%s%n%s"
                .formatted(
                        now.truncatedTo(ChronoUnit.MILLIS),
                        request.method(),
                        request.path(),
                        status,
                        facts.isEmpty() ? "" : "  (" + String.join(", ", facts) + ")",
                        request.body().indent(2));
    }

    /** The header counts the attempts before this one. */
    private static String attempt(String failedBefore) {
        return failedBefore.matches("\\d{1,9}") ? String.valueOf(Integer.parseInt(failedBefore) + 1) : failedBefore;
    }

    static String json(IncomingRequest request, int status, Instant now) {
        var line = JsonNodeFactory.instance
                .objectNode()
                .put("time", now.toString())
                .put("method", request.method())
                .put("path", request.path())
                .put("status", status);
        var headers = line.putObject("headers");
        request.headers().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(header -> headers.put(header.getKey(), header.getValue()));
        line.set("body", body(request.body()));
        return line.toString();
    }

    private static JsonNode body(String body) {
        try {
            return JSON.readTree(body);
        } catch (JsonProcessingException _) { // the data of an event in binary mode may be anything
            return TextNode.valueOf(body);
        }
    }
}
