package io.tidings.contract.condition;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.condition.ConditionRecord.AnnouncementsBegun;
import io.tidings.contract.condition.ConditionRecord.DeadLettersSeen;
import io.tidings.contract.condition.ConditionRecord.StorageAnnounced;
import io.tidings.contract.condition.ConditionRecord.StorageSeen;
import io.tidings.contract.condition.ConditionRecord.SubscriptionAnnounced;
import io.tidings.contract.json.RecordJson;
import java.io.IOException;
import java.time.Instant;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Optional;
import java.util.TreeMap;

/** A {@link ConditionRecord} as the JSON value of its Kafka record. */
public final class ConditionJson {
    private static final String UID = "uid";
    private static final String LATEST = "latest";
    private static final String AVAILABLE = "available";
    private static final String SINCE = "since";
    private static final String PUBLISHED = "published";

    private ConditionJson() {}

    public static byte[] value(ConditionRecord record) {
        var json = JsonNodeFactory.instance.objectNode();
        switch (record) {
            case DeadLettersSeen(var _, var uid, var latest) ->
                json.put(UID, uid).put(LATEST, latest.toString());
            case StorageSeen(var _, boolean available, var since) ->
                json.put(AVAILABLE, available).put(SINCE, since.toString());
            case SubscriptionAnnounced(var _, var uid, var state) -> add(json.put(UID, uid), state);
            case StorageAnnounced(var _, var state) -> add(json, state);
            case AnnouncementsBegun(var since) -> json.put(SINCE, since.toString());
        }
        return json.toString().getBytes(UTF_8);
    }

    private static void add(ObjectNode json, AnnouncedState state) {
        new TreeMap<>(state.marks()).forEach((mark, moment) -> json.put(mark.wireName(), moment.toString()));
        var published = json.putObject(PUBLISHED);
        new TreeMap<>(state.published()).forEach((type, at) -> published.put(type, at.toString()));
    }

    /** Returns empty for a key or a value that this release does not know. */
    public static Optional<ConditionRecord> read(String key, byte[] value) {
        try {
            return read(key, RecordJson.of(value));
        } catch (IOException _) {
            return Optional.empty();
        }
    }

    private static Optional<ConditionRecord> read(String key, RecordJson json) throws IOException {
        if (key.equals(AnnouncementsBegun.KEY)) {
            return Optional.of(new AnnouncementsBegun(json.time(SINCE)));
        }
        if (key.startsWith(DeadLettersSeen.PREFIX)) {
            var subscription = subscription(key, DeadLettersSeen.PREFIX);
            return Optional.of(new DeadLettersSeen(subscription, json.required(UID), json.time(LATEST)));
        }
        if (key.startsWith(SubscriptionAnnounced.PREFIX)) {
            var subscription = subscription(key, SubscriptionAnnounced.PREFIX);
            return Optional.of(new SubscriptionAnnounced(subscription, json.required(UID), state(json)));
        }
        if (key.startsWith(StorageAnnounced.PREFIX)) {
            return Optional.of(new StorageAnnounced(storage(key, StorageAnnounced.PREFIX), state(json)));
        }
        var available = json.json().path(AVAILABLE);
        return key.startsWith(StorageSeen.PREFIX) && available.isBoolean()
                ? Optional.of(
                        new StorageSeen(storage(key, StorageSeen.PREFIX), available.booleanValue(), json.time(SINCE)))
                : Optional.empty();
    }

    private static AnnouncedState state(RecordJson json) throws IOException {
        var marks = new EnumMap<AnnouncedMark, Instant>(AnnouncedMark.class);
        for (var mark : AnnouncedMark.values()) {
            if (json.has(mark.wireName())) {
                marks.put(mark, json.time(mark.wireName()));
            }
        }
        var published = new HashMap<String, Instant>();
        var times = json.at(PUBLISHED);
        for (var type : times.json().properties()) {
            published.put(type.getKey(), times.time(type.getKey()));
        }
        return new AnnouncedState(marks, published);
    }

    private static SubscriptionKey subscription(String key, String prefix) throws IOException {
        return SubscriptionKey.parse(key.substring(prefix.length()))
                .orElseThrow(() -> new IOException(key + " names no subscription"));
    }

    private static StorageName storage(String key, String prefix) throws IOException {
        var name = key.substring(prefix.length());
        int slash = name.indexOf('/');
        if (slash < 0) {
            throw new IOException(key + " names no container");
        }
        return new StorageName(name.substring(0, slash), name.substring(slash + 1));
    }
}
