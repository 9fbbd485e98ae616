package io.tidings.contract.record;

import static io.tidings.contract.json.OptionalMembers.putIfAny;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.tidings.contract.WireName;
import io.tidings.contract.delivery.LastOutcome;
import io.tidings.contract.delivery.RetryState;
import io.tidings.contract.health.EndpointHealth;
import io.tidings.contract.health.GoneReport;
import io.tidings.contract.health.HoldUse;
import io.tidings.contract.health.Probation;
import io.tidings.contract.health.RecoveryRecord;
import io.tidings.contract.json.RecordJson;
import io.tidings.contract.secret.CanonicalOrigin;
import java.io.IOException;
import java.time.Duration;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/** An {@link EndpointHealth} as a record of the probation topic: its headers, and JSON for people to read. */
public final class EndpointHealthRecord {
    private static final Duration LONGEST = Duration.ofDays(365);

    private static final String LAST_OUTCOME = "lastDeliveryOutcome";
    private static final String LAST_ERROR = "lastDeliveryError";
    private static final String PROBATION = "probation";
    /** A new member, because earlier releases would take the longer hash for that of another endpoint. */
    private static final String MARK = "endpointMark";

    private static final String SHORT_MARK = "endpoint";

    private static final String CONCURRENCY_LIMIT = "concurrencyLimit";

    private static final String DECIDED = "decided";

    private static final String GONE = "gone";

    private static final String HOLD = "hold";

    private EndpointHealthRecord() {}

    public static Header[] headers(EndpointHealth health) {
        return RecoveryRecord.headers(health.uid());
    }

    /** The member {@code state} is as of the change, for people only. */
    public static byte[] value(EndpointHealth health) {
        var json = JsonNodeFactory.instance
                .objectNode()
                .put("state", health.state(health.changed()).wireName())
                .put("consecutiveFailures", health.consecutiveFailures());
        putIfAny(json, LAST_OUTCOME, health.lastOutcome());
        putIfAny(json, LAST_ERROR, health.lastError());
        var probation = health.probation();
        if (probation != null) {
            json.putObject(PROBATION)
                    .put("since", probation.since().toString())
                    .put("until", probation.until().toString())
                    .put("length", probation.length().toString())
                    .put("cause", probation.cause().wireName());
        }
        json.put("deferred", health.deferred()).put("changed", health.changed().toString());
        putIfAny(json, MARK, health.endpoint());
        putIfAny(json, CONCURRENCY_LIMIT, health.concurrencyLimit());
        if (probation == null || !probation.begun().equals(health.decided())) {
            putIfAny(json, DECIDED, health.decided());
        }
        var gone = health.gone();
        if (gone != null) {
            json.putObject(GONE)
                    .put("origin", gone.origin().text())
                    .put("version", gone.version())
                    .put("seen", gone.seen().toString());
        }
        putIfAny(json, HOLD, health.hold());
        return json.toString().getBytes(UTF_8);
    }

    /** @throws IOException if the record is invalid */
    public static EndpointHealth read(Headers headers, byte[] value) throws IOException {
        var uid = RecoveryRecord.uid(headers);
        var json = RecordJson.of(value);
        return new EndpointHealth(
                uid,
                (int) json.count("consecutiveFailures", RetryState.MOST_COUNTED),
                json.has(LAST_OUTCOME) ? json.oneOf(LAST_OUTCOME, LastOutcome.class) : null,
                json.has(PROBATION) ? probation(json.at(PROBATION)) : null,
                json.count("deferred"),
                json.time("changed"),
                json.text(json.has(MARK) ? MARK : SHORT_MARK),
                json.text(LAST_ERROR),
                concurrencyLimit(json),
                json.timeIfAny(DECIDED),
                json.has(GONE) ? gone(json.at(GONE)) : null,
                hold(json));
    }

    private static GoneReport gone(RecordJson json) throws IOException {
        return new GoneReport(new CanonicalOrigin(json.required("origin")), json.count("version"), json.time("seen"));
    }

    /** For people only, as the concurrency limit. */
    private static @Nullable HoldUse hold(RecordJson json) throws IOException {
        return json.has(HOLD) ? WireName.of(HoldUse.class, json.required(HOLD)).orElse(null) : null;
    }

    /** For people only: one that cannot be read does not spoil the record. */
    private static @Nullable Integer concurrencyLimit(RecordJson json) {
        var limit = json.json().path(CONCURRENCY_LIMIT);
        return limit.isInt() && limit.intValue() > 0 ? limit.intValue() : null;
    }

    private static Probation probation(RecordJson json) throws IOException {
        var length = json.duration("length", LONGEST);
        return new Probation(json.time("since"), json.time("until"), length, json.oneOf("cause", LastOutcome.class));
    }
}
