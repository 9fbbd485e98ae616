package io.tidings.contract.timeline;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.contract.WireName;
import io.tidings.contract.delivery.LastOutcome;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A line of the log of attempts: one attempt, or the end of a delivery without a further attempt, whose outcome is
 * {@link LastOutcome#CANCELED}.
 *
 * @param attempt counted from 1
 * @param consequence null if the delivery had its verdict before
 */
public record AttemptLine(
        LoggedDelivery delivery,
        int attempt,
        Instant ended,
        Duration took,
        Result result,
        @Nullable Consequence consequence) {
    /** The outcome of a success. */
    public static final String SUCCESS = "Delivered";
    /** Selects every outcome but a success. */
    public static final String ANY_FAILURE = "Failed";

    /**
     * @param outcome null for a success
     * @param status null without a response
     * @param error what went wrong, for people; null for a success
     * @param excerpt the beginning of a failed response's body, without control characters and known secrets; null if
     *     there is none
     */
    public record Result(
            @Nullable LastOutcome outcome,
            @Nullable Integer status,
            @Nullable String error,
            @Nullable String excerpt) {
        private void write(ObjectNode json) {
            if (status != null) {
                json.put("status", status);
            }
            if (error != null) {
                json.put("error", error);
            }
            if (excerpt != null) {
                json.put("excerpt", excerpt);
            }
        }

        private static Result read(LineJson json) throws IOException {
            var word = json.required("outcome");
            var outcome = word.equals(SUCCESS)
                    ? null
                    : WireName.of(LastOutcome.class, word).orElseThrow(() -> new IOException("unknown outcome " + word));
            var status = json.has("status") ? (Integer) json.number("status") : null;
            return new Result(outcome, status, json.text("error"), json.text("excerpt"));
        }
    }

    /**
     * @param reason of a dead letter, a drop or a deferral
     * @param due of the next attempt, if there is one
     */
    public record Consequence(
            String verdict,
            @Nullable String reason,
            @Nullable Instant due) {
        private void write(ObjectNode json) {
            json.put("verdict", verdict);
            if (reason != null) {
                json.put("reason", reason);
            }
            if (due != null) {
                json.put("due", due.toString());
            }
        }

        private static @Nullable Consequence read(LineJson json) throws IOException {
            var verdict = json.text("verdict");
            return verdict == null ? null : new Consequence(verdict, json.text("reason"), json.timeIfAny("due"));
        }
    }

    public byte[] json() {
        var json = JsonNodeFactory.instance.objectNode();
        delivery.write(json);
        json.put("attempt", attempt)
                .put(
                        "outcome",
                        result.outcome() == null ? SUCCESS : result.outcome().wireName())
                .put("ended", ended.toString())
                .put("durationMs", took.toMillis());
        result.write(json);
        if (consequence != null) {
            consequence.write(json);
        }
        return json.toString().getBytes(UTF_8);
    }

    /** @throws IOException if the text is no such line */
    public static AttemptLine read(byte[] text) throws IOException {
        var json = LineJson.of(text);
        return new AttemptLine(
                LoggedDelivery.read(json),
                json.number("attempt"),
                json.time("ended"),
                Duration.ofMillis(json.longNumber("durationMs")),
                Result.read(json),
                Consequence.read(json));
    }
}
