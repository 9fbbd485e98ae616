package io.tidings.contract.record;

import static io.tidings.contract.HeaderText.header;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.contract.HeaderNames;
import io.tidings.contract.HeaderText;
import io.tidings.contract.HeaderTime;
import io.tidings.contract.WireName;
import io.tidings.contract.delivery.LastOutcome;
import io.tidings.contract.delivery.RetryState;
import io.tidings.contract.health.EndpointHealth;
import io.tidings.contract.health.Probation;
import io.tidings.contract.json.Validated;
import io.tidings.contract.json.Violation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/** An {@link EndpointHealth} as a record of the probation topic: its headers, and JSON for people to read. */
public final class EndpointHealthRecord {
    private static final ObjectMapper JSON = new ObjectMapper();
    // Far above real counts and waits, and far below an overflow by counting on or doubling.
    private static final long MOST_PUT_OFF = 1_000_000_000_000_000L;
    private static final Duration LONGEST = Duration.ofDays(365);

    private static final String LAST_ERROR = "lastDeliveryError";
    /** A new member, because earlier releases would take the longer hash for that of another endpoint. */
    private static final String MARK = "endpointMark";

    private static final String SHORT_MARK = "endpoint";

    private static final String CONCURRENCY_LIMIT = "concurrencyLimit";

    private static final String DECIDED = "decided";

    private EndpointHealthRecord() {}

    public static Header[] headers(EndpointHealth health) {
        return new Header[] {
            header(HeaderNames.FORMAT, HeaderNames.FORMAT_1), header(HeaderNames.SUBSCRIPTION_UID, health.uid())
        };
    }

    /** The member {@code state} is as of the change, for people only. */
    public static byte[] value(EndpointHealth health) {
        var json = JsonNodeFactory.instance
                .objectNode()
                .put("state", health.state(health.changed()).wireName())
                .put("consecutiveFailures", health.consecutiveFailures());
        if (health.lastOutcome() != null) {
            json.put("lastDeliveryOutcome", health.lastOutcome().wireName());
        }
        if (health.lastError() != null) {
            json.put(LAST_ERROR, health.lastError());
        }
        var probation = health.probation();
        if (probation != null) {
            json.putObject("probation")
                    .put("since", probation.since().toString())
                    .put("until", probation.until().toString())
                    .put("length", probation.length().toString())
                    .put("cause", probation.cause().wireName());
        }
        json.put("deferred", health.deferred()).put("changed", health.changed().toString());
        if (health.endpoint() != null) {
            json.put(MARK, health.endpoint());
        }
        if (health.concurrencyLimit() != null) {
            json.put(CONCURRENCY_LIMIT, health.concurrencyLimit());
        }
        if (health.decided() != null && (probation == null || !health.decided().equals(probation.begun()))) {
            json.put(DECIDED, health.decided().toString());
        }
        return json.toString().getBytes(UTF_8);
    }

    public static Validated<EndpointHealth> read(Headers headers, byte[] value) {
        try {
            return new Validated.Valid<>(health(headers, value));
        } catch (BadRecord e) {
            return new Validated.Invalid<>(List.of(e.violation));
        } catch (IOException e) {
            throw new UncheckedIOException("reading bytes in memory", e);
        }
    }

    private static EndpointHealth health(Headers headers, byte[] value) throws BadRecord, IOException {
        if (!HeaderNames.FORMAT_1.equals(HeaderText.of(headers, HeaderNames.FORMAT))) {
            throw new BadRecord(HeaderNames.FORMAT, "must be \"" + HeaderNames.FORMAT_1 + "\" for this release");
        }
        var uid = HeaderText.of(headers, HeaderNames.SUBSCRIPTION_UID);
        if (uid == null || uid.isEmpty()) {
            throw new BadRecord(HeaderNames.SUBSCRIPTION_UID, "is required");
        }
        var json = object(value);
        var failures = number(json, "consecutiveFailures");
        if (failures > RetryState.MOST_COUNTED) {
            throw new BadRecord("consecutiveFailures", "is too large");
        }
        return new EndpointHealth(
                uid,
                (int) failures,
                json.hasNonNull("lastDeliveryOutcome") ? outcome(json, "lastDeliveryOutcome") : null,
                json.hasNonNull("probation") ? probation(json.get("probation")) : null,
                number(json, "deferred"),
                instant(json, "changed"),
                json.path(json.hasNonNull(MARK) ? MARK : SHORT_MARK).textValue(),
                json.path(LAST_ERROR).textValue(),
                concurrencyLimit(json),
                json.hasNonNull(DECIDED) ? instant(json, DECIDED) : null);
    }

    /** For people only: one that cannot be read does not spoil the record. */
    private static @Nullable Integer concurrencyLimit(JsonNode json) {
        var limit = json.path(CONCURRENCY_LIMIT);
        return limit.isInt() && limit.intValue() > 0 ? limit.intValue() : null;
    }

    private static Probation probation(JsonNode json) throws BadRecord {
        var length = parsed(json, "length", Duration::parse, "a duration such as PT10S");
        if (length.isNegative() || length.compareTo(LONGEST) > 0) {
            throw new BadRecord("length", "must be from 0 to " + LONGEST);
        }
        return new Probation(instant(json, "since"), instant(json, "until"), length, outcome(json, "cause"));
    }

    private static ObjectNode object(byte[] value) throws BadRecord, IOException {
        try {
            if (JSON.readTree(value) instanceof ObjectNode object) {
                return object;
            }
        } catch (JsonProcessingException e) {
            throw new BadRecord(Violation.WHOLE, "this is not JSON");
        }
        throw new BadRecord(Violation.WHOLE, "this must be a JSON object, in { }");
    }

    private static long number(JsonNode json, String name) throws BadRecord {
        var node = json.path(name);
        if (!node.isIntegralNumber()
                || !node.canConvertToLong()
                || node.longValue() < 0
                || node.longValue() > MOST_PUT_OFF) {
            throw new BadRecord(name, "must be a whole number from 0 to " + MOST_PUT_OFF);
        }
        return node.longValue();
    }

    private static LastOutcome outcome(JsonNode json, String name) throws BadRecord {
        return WireName.of(LastOutcome.class, json.path(name).asText(""))
                .orElseThrow(() -> new BadRecord(name, "must be an outcome such as Busy"));
    }

    private static Instant instant(JsonNode json, String name) throws BadRecord {
        return parsed(json, name, HeaderTime::parse, "a " + HeaderTime.RULE);
    }

    private static <T> T parsed(JsonNode json, String name, Function<String, T> parse, String rule) throws BadRecord {
        try {
            return parse.apply(json.path(name).asText(""));
        } catch (DateTimeException e) {
            throw new BadRecord(name, "must be " + rule);
        }
    }

    /** Ends the reading at the first invalid value; caught in {@link #read}. */
    private static final class BadRecord extends Exception {
        private static final long serialVersionUID = 1;

        private final transient Violation violation;

        BadRecord(String path, String rule) {
            super(path, null, false, false);
            this.violation = new Violation(path, rule);
        }
    }
}
