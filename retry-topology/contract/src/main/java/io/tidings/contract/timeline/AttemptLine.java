package io.tidings.contract.timeline;

import static io.tidings.contract.json.OptionalMembers.putIfAny;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.contract.delivery.LastOutcome;
import io.tidings.contract.json.RecordJson;
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
     * @param url that was called, without what may be secret in it; null if none was, and in lines of earlier releases
     */
    public record Result(
            @Nullable LastOutcome outcome,
            @Nullable Integer status,
            @Nullable String error,
            @Nullable String excerpt,
            @Nullable String url) {
        public Result(
                @Nullable LastOutcome outcome,
                @Nullable Integer status,
                @Nullable String error,
                @Nullable String excerpt) {
            this(outcome, status, error, excerpt, null);
        }

        private void write(ObjectNode json) {
            putIfAny(json, "status", status);
            putIfAny(json, "error", error);
            putIfAny(json, "excerpt", excerpt);
            putIfAny(json, "url", url);
        }

        private static Result read(RecordJson json) throws IOException {
            var outcome = json.required("outcome").equals(SUCCESS) ? null : json.oneOf("outcome", LastOutcome.class);
            return new Result(
                    outcome, json.numberIfAny("status"), json.text("error"), json.text("excerpt"), json.text("url"));
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
            putIfAny(json, "reason", reason);
            putIfAny(json, "due", due);
        }

        private static @Nullable Consequence read(RecordJson json) throws IOException {
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
        var json = RecordJson.of(text);
        return new AttemptLine(
                LoggedDelivery.read(json),
                (int) json.number("attempt"),
                json.time("ended"),
                Duration.ofMillis(json.number("durationMs")),
                Result.read(json),
                Consequence.read(json));
    }
}
