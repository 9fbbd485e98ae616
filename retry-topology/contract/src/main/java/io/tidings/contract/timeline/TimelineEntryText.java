package io.tidings.contract.timeline;

import static io.tidings.contract.json.OptionalMembers.putIfAny;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.delivery.EventSource;
import io.tidings.contract.json.RecordJson;
import io.tidings.contract.timeline.TimelineEntry.Attempt;
import io.tidings.contract.timeline.TimelineEntry.DeadLetter;
import io.tidings.contract.timeline.TimelineEntry.Export;
import io.tidings.contract.timeline.TimelineEntry.Rejection;
import java.io.IOException;
import java.util.Arrays;

/**
 * The text of an entry: a line with its kind and its subscription or topic, then a JSON object, which for attempts and
 * exports is their line in the log.
 */
public final class TimelineEntryText {
    private static final String ATTEMPT = "attempt";
    private static final String DEAD_LETTER = "dead-letter";
    private static final String EXPORT = "export";
    private static final String REJECTION = "rejection";

    private TimelineEntryText() {}

    public static byte[] write(TimelineEntry entry) {
        return switch (entry) {
            case Attempt(var subscription, var line) -> text(ATTEMPT, subscription.toString(), line.json());
            case Export(var subscription, var line) -> text(EXPORT, subscription.toString(), line.json());
            case DeadLetter deadLetter ->
                text(DEAD_LETTER, deadLetter.subscription().toString(), json(deadLetter));
            case Rejection rejection -> text(REJECTION, rejection.topic(), json(rejection));
        };
    }

    private static byte[] text(String kind, String owner, byte[] json) {
        var head = (kind + ' ' + owner + '\n').getBytes(UTF_8);
        var text = Arrays.copyOf(head, head.length + json.length);
        System.arraycopy(json, 0, text, head.length, json.length);
        return text;
    }

    private static byte[] json(DeadLetter entry) {
        var json = JsonNodeFactory.instance.objectNode();
        entry.delivery().write(json);
        var ending = entry.ending();
        json.put("deadLetter", entry.position().toString())
                .put("time", entry.time().toString())
                .put("reason", ending.reason())
                .put("attempts", ending.attempts());
        putIfAny(json, "lastOutcome", ending.outcome());
        putIfAny(json, "lastStatus", ending.status());
        return json.toString().getBytes(UTF_8);
    }

    private static byte[] json(Rejection entry) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("eventId", entry.eventId())
                .put("source", entry.source().toString())
                .put("time", entry.time().toString())
                .put("reason", entry.reason())
                .put("error", entry.error())
                .toString()
                .getBytes(UTF_8);
    }

    /** @throws IOException if the text is no entry */
    public static TimelineEntry read(byte[] text) throws IOException {
        int end = 0;
        while (end < text.length && text[end] != '\n') {
            end++;
        }
        var head = new String(text, 0, end, UTF_8);
        int space = head.indexOf(' ');
        if (space < 0 || end == text.length) {
            throw new IOException("no entry of the timeline: " + head);
        }
        var owner = head.substring(space + 1);
        var json = Arrays.copyOfRange(text, end + 1, text.length);
        return switch (head.substring(0, space)) {
            case ATTEMPT -> new Attempt(subscription(owner), AttemptLine.read(json));
            case EXPORT -> new Export(subscription(owner), ExportLine.read(json));
            case DEAD_LETTER -> deadLetter(subscription(owner), RecordJson.of(json));
            case REJECTION -> rejection(owner, RecordJson.of(json));
            default -> throw new IOException("unknown kind of entry: " + head);
        };
    }

    private static SubscriptionKey subscription(String key) throws IOException {
        return SubscriptionKey.parse(key).orElseThrow(() -> new IOException("no subscription: " + key));
    }

    private static DeadLetter deadLetter(SubscriptionKey subscription, RecordJson json) throws IOException {
        return new DeadLetter(
                subscription,
                LoggedDelivery.read(json),
                json.parsed("deadLetter", EventSource::parse),
                json.time("time"),
                new DeadLetter.Ending(
                        json.required("reason"),
                        (int) json.number("attempts"),
                        json.text("lastOutcome"),
                        json.numberIfAny("lastStatus")));
    }

    private static Rejection rejection(String topic, RecordJson json) throws IOException {
        return new Rejection(
                topic,
                json.required("eventId"),
                json.parsed("source", EventSource::parse),
                json.time("time"),
                json.required("reason"),
                json.required("error"));
    }
}
