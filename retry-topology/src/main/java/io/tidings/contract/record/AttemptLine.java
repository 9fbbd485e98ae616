package io.tidings.contract.record;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.tidings.contract.delivery.EventSource;
import io.tidings.contract.delivery.LastOutcome;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * @param attempt counted from 1
 * @param outcome null for a success
 * @param error what went wrong, for people; null for a success
 * @param consequence null if the delivery had its verdict before
 */
public record AttemptLine(
        String eventId,
        EventSource source,
        int attempt,
        @Nullable LastOutcome outcome,
        Instant ended,
        Duration took,
        @Nullable Integer status,
        @Nullable String error,
        @Nullable Consequence consequence) {
    private static final String SUCCESS = "Delivered";
    private static final ObjectMapper JSON = new ObjectMapper();

    /**
     * @param reason of a dead letter, a drop or a deferral
     * @param due of the next attempt, if there is one
     */
    public record Consequence(
            String verdict,
            @Nullable String reason,
            @Nullable Instant due) {}

    public byte[] json() {
        var json = JsonNodeFactory.instance
                .objectNode()
                .put("eventId", eventId)
                .put("source", source.toString())
                .put("attempt", attempt)
                .put("outcome", outcome == null ? SUCCESS : outcome.wireName())
                .put("ended", ended.toString())
                .put("durationMs", took.toMillis());
        if (status != null) {
            json.put("status", status);
        }
        if (error != null) {
            json.put("error", error);
        }
        if (consequence != null) {
            json.put("verdict", consequence.verdict());
            if (consequence.reason() != null) {
                json.put("reason", consequence.reason());
            }
            if (consequence.due() != null) {
                json.put("due", consequence.due().toString());
            }
        }
        return json.toString().getBytes(UTF_8);
    }

    /** @throws IOException if the text is no such line */
    public static AttemptLine read(byte[] text) throws IOException {
        var json = JSON.readTree(text);
        var verdict = text(json, "verdict");
        return new AttemptLine(
                required(json, "eventId"),
                EventSource.parse(required(json, "source")).orElseThrow(() -> new IOException("no source: " + json)),
                json.path("attempt").asInt(),
                outcome(required(json, "outcome")),
                time(required(json, "ended")),
                Duration.ofMillis(json.path("durationMs").asLong()),
                json.has("status") ? (Integer) json.path("status").asInt() : null,
                text(json, "error"),
                verdict == null ? null : consequence(verdict, json));
    }

    private static Consequence consequence(String verdict, JsonNode json) throws IOException {
        var due = text(json, "due");
        return new Consequence(verdict, text(json, "reason"), due == null ? null : time(due));
    }

    private static @Nullable LastOutcome outcome(String word) throws IOException {
        return word.equals(SUCCESS)
                ? null
                : LastOutcome.of(word).orElseThrow(() -> new IOException("unknown outcome " + word));
    }

    private static Instant time(String text) throws IOException {
        try {
            return Instant.parse(text);
        } catch (DateTimeException e) {
            throw new IOException("no time: " + text, e);
        }
    }

    private static String required(JsonNode json, String name) throws IOException {
        var text = text(json, name);
        if (text == null) {
            throw new IOException("no " + name + " in " + json);
        }
        return text;
    }

    private static @Nullable String text(JsonNode json, String name) {
        return json.path(name).textValue();
    }
}
