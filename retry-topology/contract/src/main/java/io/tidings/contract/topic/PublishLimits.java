package io.tidings.contract.topic;

import static io.tidings.contract.json.OptionalMembers.putUnless;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.contract.json.JsonObjectReader;

/**
 * The most that publishers may send to a topic over HTTP in a second, to all instances together.
 *
 * @param events 0 if nothing is said, like {@code bytes}
 */
public record PublishLimits(int events, int bytes) {
    public static final PublishLimits NONE = new PublishLimits(0, 0);
    public static final int MOST_EVENTS = 1_000_000;
    public static final int MOST_BYTES = 1_000_000_000;
    public static final String EVENTS = "publishEventsPerSecond";
    public static final String BYTES = "publishBytesPerSecond";

    /** Returns these limits, and the defaults for those that are not stated. */
    public PublishLimits or(PublishLimits defaults) {
        return new PublishLimits(events == 0 ? defaults.events : events, bytes == 0 ? defaults.bytes : bytes);
    }

    static PublishLimits read(JsonObjectReader json) {
        var events = json.integer(EVENTS, 1, MOST_EVENTS);
        var bytes = json.integer(BYTES, 1, MOST_BYTES);
        json.refuseOthers();
        return new PublishLimits(events == null ? 0 : events, bytes == null ? 0 : bytes);
    }

    void write(ObjectNode json) {
        putUnless(json, EVENTS, events, 0);
        putUnless(json, BYTES, bytes, 0);
    }
}
