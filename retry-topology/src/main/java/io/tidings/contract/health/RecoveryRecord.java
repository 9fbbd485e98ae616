package io.tidings.contract.health;

import static io.tidings.contract.HeaderText.header;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.contract.HeaderNames;
import io.tidings.contract.HeaderText;
import io.tidings.contract.HeaderTime;
import io.tidings.contract.RetryTier;
import io.tidings.contract.WireName;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.Map;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/** The records of the probation topic that are about a recovery: their headers, and JSON. */
public final class RecoveryRecord {
    private static final ObjectMapper JSON = new ObjectMapper();

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
        put(json, UNTIL, progress.until());
        put(json, REQUESTED, progress.requested());
        if (!progress.ends().isEmpty()) {
            var ends = json.putObject(ENDS);
            new EnumMap<>(progress.ends()).forEach((tier, end) -> ends.put(tier.label(), end));
        }
        return json.toString().getBytes(UTF_8);
    }

    private static void put(ObjectNode json, String name, @Nullable Instant instant) {
        if (instant != null) {
            json.put(name, instant.toString());
        }
    }

    static MovedOffsets moved(Headers headers, byte[] value) throws BadRecord {
        var uid = uid(headers);
        var json = object(value);
        var ranges = new ArrayList<MovedRange>();
        for (var range : json.path(RANGES)) {
            ranges.add(range(range));
        }
        try {
            return new MovedOffsets(uid, json.path(TOPIC_ID).asText(""), new MovedRanges(ranges));
        } catch (IllegalArgumentException e) {
            throw new BadRecord(RANGES + " must ascend: " + e.getMessage());
        }
    }

    private static MovedRange range(JsonNode json) throws BadRecord {
        try {
            return new MovedRange(number(json.path(0), RANGES), number(json.path(1), RANGES));
        } catch (IllegalArgumentException e) {
            throw new BadRecord(RANGES + ": " + e.getMessage());
        }
    }

    static RecoveryProgress progress(Headers headers, byte[] value) throws BadRecord {
        var uid = uid(headers);
        var json = object(value);
        var state = WireName.of(RecoveryProgress.State.class, json.path(STATE).asText(""))
                .orElseThrow(() -> new BadRecord(STATE + " must be a word such as Moving"));
        var since = instant(json, SINCE);
        if (since == null) {
            throw new BadRecord(SINCE + " is required");
        }
        return new RecoveryProgress(
                uid,
                state,
                since,
                number(json.path(COUNT), COUNT),
                instant(json, UNTIL),
                instant(json, REQUESTED),
                ends(json.path(ENDS)));
    }

    private static Map<RetryTier, Long> ends(JsonNode json) throws BadRecord {
        var ends = new EnumMap<RetryTier, Long>(RetryTier.class);
        for (var tier : RetryTier.values()) {
            if (json.has(tier.label())) {
                ends.put(tier, number(json.get(tier.label()), ENDS));
            }
        }
        return ends;
    }

    private static String uid(Headers headers) throws BadRecord {
        if (!HeaderNames.FORMAT_1.equals(HeaderText.of(headers, HeaderNames.FORMAT))) {
            throw new BadRecord(HeaderNames.FORMAT + " must be \"" + HeaderNames.FORMAT_1 + "\" for this release");
        }
        var uid = HeaderText.of(headers, HeaderNames.SUBSCRIPTION_UID);
        if (uid == null || uid.isEmpty()) {
            throw new BadRecord(HeaderNames.SUBSCRIPTION_UID + " is required");
        }
        return uid;
    }

    private static JsonNode object(byte[] value) throws BadRecord {
        try {
            var json = JSON.readTree(value);
            if (json != null && json.isObject()) {
                return json;
            }
        } catch (IOException e) {
            throw new BadRecord("this is not JSON");
        }
        throw new BadRecord("this must be a JSON object, in { }");
    }

    private static long number(JsonNode json, String name) throws BadRecord {
        if (!json.isIntegralNumber() || !json.canConvertToLong() || json.longValue() < 0) {
            throw new BadRecord(name + " must hold whole numbers from 0 on");
        }
        return json.longValue();
    }

    private static @Nullable Instant instant(JsonNode json, String name) throws BadRecord {
        if (!json.hasNonNull(name)) {
            return null;
        }
        try {
            return HeaderTime.parse(json.get(name).asText(""));
        } catch (DateTimeException e) {
            throw new BadRecord(name + " must be a " + HeaderTime.RULE);
        }
    }

    /** Ends the reading at the first invalid value; caught in {@link RecoveryTable}. */
    static final class BadRecord extends Exception {
        private static final long serialVersionUID = 1;

        BadRecord(String sentence) {
            super(sentence, null, false, false);
        }
    }
}
