package io.tidings.contract.record;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidings.contract.HeaderNames;
import io.tidings.contract.delivery.RecordValues;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/** The headers of a delivery's record, found in one pass; the last of several with the same name counts. */
final class HeaderValues {
    byte @Nullable [] format;
    byte @Nullable [] topic;
    byte @Nullable [] subscription;
    byte @Nullable [] uid;
    byte @Nullable [] schema;
    byte @Nullable [] eventId;
    byte @Nullable [] dataVersion;
    byte @Nullable [] envelope;
    byte @Nullable [] published;
    byte @Nullable [] source;
    byte @Nullable [] traceparent;
    byte @Nullable [] tracestate;
    byte @Nullable [] subscriptionsOffset;
    byte @Nullable [] attempts;
    byte @Nullable [] deferrals;
    byte @Nullable [] due;
    byte @Nullable [] lastOutcome;
    byte @Nullable [] lastStatus;
    byte @Nullable [] lastAttempt;
    byte @Nullable [] redriven;
    byte @Nullable [] job;
    byte @Nullable [] firstPublished;
    byte @Nullable [] notBefore;
    byte @Nullable [] forwarded;
    byte @Nullable [] taken;
    byte @Nullable [] hops;
    byte @Nullable [] orderKey;
    byte @Nullable [] orderSequence;
    byte @Nullable [] orderBehind;
    private @Nullable Map<String, String> recordValues;

    private HeaderValues() {}

    static HeaderValues of(Headers headers) {
        var values = new HeaderValues();
        for (var header : headers) {
            values.take(header.key(), header.value());
        }
        return values;
    }

    private void take(String name, byte @Nullable [] value) {
        switch (name) {
            case HeaderNames.FORMAT -> format = value;
            case HeaderNames.TOPIC -> topic = value;
            case HeaderNames.SUBSCRIPTION -> subscription = value;
            case HeaderNames.SUBSCRIPTION_UID -> uid = value;
            case HeaderNames.SCHEMA -> schema = value;
            case HeaderNames.EVENT_ID -> eventId = value;
            case HeaderNames.DATA_VERSION -> dataVersion = value;
            case HeaderNames.ENVELOPE -> envelope = value;
            case HeaderNames.PUBLISHED -> published = value;
            case HeaderNames.SOURCE -> source = value;
            case HeaderNames.TRACEPARENT -> traceparent = value;
            case HeaderNames.TRACESTATE -> tracestate = value;
            case HeaderNames.SUBSCRIPTIONS_OFFSET -> subscriptionsOffset = value;
            case HeaderNames.ATTEMPTS -> attempts = value;
            case HeaderNames.DEFERRALS -> deferrals = value;
            case HeaderNames.DUE -> due = value;
            case HeaderNames.LAST_OUTCOME -> lastOutcome = value;
            case HeaderNames.LAST_STATUS -> lastStatus = value;
            case HeaderNames.LAST_ATTEMPT -> lastAttempt = value;
            case HeaderNames.REDRIVEN -> redriven = value;
            case HeaderNames.JOB -> job = value;
            case HeaderNames.FIRST_PUBLISHED -> firstPublished = value;
            case HeaderNames.NOT_BEFORE -> notBefore = value;
            case HeaderNames.FORWARDED -> forwarded = value;
            case HeaderNames.TAKEN -> taken = value;
            case HeaderNames.HOPS -> hops = value;
            case HeaderNames.ORDER_KEY -> orderKey = value;
            case HeaderNames.ORDER_SEQUENCE -> orderSequence = value;
            case HeaderNames.ORDER_BEHIND -> orderBehind = value;
            default -> takeOther(name, value);
        }
    }

    /** Most of them are for other readers, or for people. */
    private void takeOther(String name, byte @Nullable [] value) {
        var path = RecordValues.path(name);
        if (path != null && value != null) {
            recordValues = recordValues == null ? new HashMap<>() : recordValues;
            recordValues.put(path, new String(value, UTF_8));
        }
    }

    RecordValues recordValues() {
        return recordValues == null ? RecordValues.NONE : new RecordValues(recordValues);
    }
}
