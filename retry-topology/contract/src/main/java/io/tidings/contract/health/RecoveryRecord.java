package io.tidings.contract.health;

import static io.tidings.contract.HeaderText.header;
import static io.tidings.contract.json.OptionalMembers.putIfAny;
import static io.tidings.contract.json.RecordJson.invalid;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.tidings.contract.HeaderNames;
import io.tidings.contract.HeaderText;
import io.tidings.contract.RetryTier;
import io.tidings.contract.json.RecordJson;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;

/** The records of the probation topic that are about a recovery: their headers, and JSON. */
public final class RecoveryRecord {
    private static final String RANGES = "moved";
    private static final String TOPIC_ID = "topicId";
    private static final String STATE = "state";
    private static final String SINCE = "since";
    private static final String COUNT = "count";
    private static final String UNTIL = "until";
    private static final String REQUESTED = "requested";
    private static final String ENDS = "ends";

    private RecoveryRecord() {}

    public static Header[] headers(String uid) {
        return new Header[] {header(HeaderNames.FORMAT, HeaderNames.FORMAT_1), header(HeaderNames.SUBSCRIPTION_UID, uid)
        };
    }

    public static byte[] value(MovedOffsets moved) {
        var json = JsonNodeFactory.instance.objectNode().put(TOPIC_ID, moved.topicId());
        var ranges = json.putArray(RANGES);
        moved.ranges()
                .list()
                .forEach(range -> ranges.addArray().add(range.from()).add(range.to()));
        return json.toString().getBytes(UTF_8);
    }

    public static byte[] value(RecoveryProgress progress) {
        var json = JsonNodeFactory.instance
                .objectNode()
                .put(STATE, progress.state().wireName())
                .put(SINCE, progress.since().toString())
                .put(COUNT, progress.moved());
        putIfAny(json, UNTIL, progress.until());
        putIfAny(json, REQUESTED, progress.requested());
        if (!progress.ends().isEmpty()) {
            var ends = json.putObject(ENDS);
            new EnumMap<>(progress.ends()).forEach((tier, end) -> ends.put(tier.label(), end));
        }
        return json.toString().getBytes(UTF_8);
    }

    static MovedOffsets moved(Headers headers, byte[] value) throws IOException {
        var uid = uid(headers);
        var json = RecordJson.of(value);
        try {
            var ranges = json.all(RANGES, RecoveryRecord::range);
            return new MovedOffsets(uid, json.json().path(TOPIC_ID).asText(""), new MovedRanges(ranges));
        } catch (IllegalArgumentException e) {
            throw new IOException(RANGES + " must ascend: " + e.getMessage(), e);
        }
    }

    private static MovedRange range(RecordJson range) {
        return new MovedRange(
                range.json().path(0).asLong(-1), range.json().path(1).asLong(-1));
    }

    static RecoveryProgress progress(Headers headers, byte[] value) throws IOException {
        var uid = uid(headers);
        var json = RecordJson.of(value);
        return new RecoveryProgress(
                uid,
                json.oneOf(STATE, RecoveryProgress.State.class),
                json.time(SINCE),
                json.count(COUNT),
                json.timeIfAny(UNTIL),
                json.timeIfAny(REQUESTED),
                ends(json.at(ENDS)));
    }

    private static Map<RetryTier, Long> ends(RecordJson json) throws IOException {
        var ends = new EnumMap<RetryTier, Long>(RetryTier.class);
        for (var tier : RetryTier.values()) {
            if (json.has(tier.label())) {
                ends.put(tier, json.count(tier.label()));
            }
        }
        return ends;
    }

    /** Returns the subscription's, of any record of the topic. */
    public static String uid(Headers headers) throws IOException {
        if (!HeaderNames.FORMAT_1.equals(HeaderText.of(headers, HeaderNames.FORMAT))) {
            throw invalid(HeaderNames.FORMAT, "must be \"" + HeaderNames.FORMAT_1 + "\" for this release");
        }
        var uid = HeaderText.orEmpty(headers, HeaderNames.SUBSCRIPTION_UID);
        if (uid.isEmpty()) {
            throw invalid(HeaderNames.SUBSCRIPTION_UID, "is required");
        }
        return uid;
    }
}
