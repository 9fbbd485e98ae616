package io.tidings.contract.condition;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.contract.HeaderTime;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.WireName;
import io.tidings.contract.condition.ConditionRecord.AnnouncementsBegun;
import io.tidings.contract.condition.ConditionRecord.DeadLettersSeen;
import io.tidings.contract.condition.ConditionRecord.StorageAnnounced;
import io.tidings.contract.condition.ConditionRecord.StorageSeen;
import io.tidings.contract.condition.ConditionRecord.SubscriptionAnnounced;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A {@link ConditionRecord} as the JSON value of its Kafka record. */
public final class ConditionJson {
    private static final ObjectMapper JSON = new ObjectMapper();
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
            return JSON.readTree(value) instanceof ObjectNode json ? read(key, json) : Optional.empty();
        } catch (JsonProcessingException | DateTimeException | IllegalArgumentException _) {
            return Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException("reading bytes in memory", e);
        }
    }

    private static Optional<ConditionRecord> read(String key, ObjectNode json) {
        if (key.equals(AnnouncementsBegun.KEY)) {
            return Optional.of(new AnnouncementsBegun(instant(json.path(SINCE))));
        }
        if (key.startsWith(DeadLettersSeen.PREFIX)) {
            return subscription(key, DeadLettersSeen.PREFIX)
                    .map(of -> new DeadLettersSeen(of, text(json.path(UID)), instant(json.path(LATEST))));
        }
        if (key.startsWith(SubscriptionAnnounced.PREFIX)) {
            return subscription(key, SubscriptionAnnounced.PREFIX)
                    .map(of -> new SubscriptionAnnounced(of, text(json.path(UID)), state(json)));
        }
        if (key.startsWith(StorageAnnounced.PREFIX)) {
            return Optional.of(new StorageAnnounced(storage(key, StorageAnnounced.PREFIX), state(json)));
        }
        return key.startsWith(StorageSeen.PREFIX) && json.path(AVAILABLE).isBoolean()
                ? Optional.of(new StorageSeen(
                        storage(key, StorageSeen.PREFIX),
                        json.path(AVAILABLE).booleanValue(),
                        instant(json.path(SINCE))))
                : Optional.empty();
    }

    private static AnnouncedState state(ObjectNode json) {
        var marks = new EnumMap<AnnouncedMark, Instant>(AnnouncedMark.class);
        json.properties()
                .forEach(member -> WireName.of(AnnouncedMark.class, member.getKey())
                        .ifPresent(mark -> marks.put(mark, instant(member.getValue()))));
        Map<String, Instant> published = new HashMap<>();
        json.path(PUBLISHED).properties().forEach(member -> published.put(member.getKey(), instant(member.getValue())));
        return new AnnouncedState(marks, published);
    }

    private static Optional<SubscriptionKey> subscription(String key, String prefix) {
        return SubscriptionKey.parse(key.substring(prefix.length()));
    }

    private static StorageName storage(String key, String prefix) {
        var name = key.substring(prefix.length());
        int slash = name.indexOf('/');
        if (slash < 0) {
            throw new IllegalArgumentException(key + " names no container");
        }
        return new StorageName(name.substring(0, slash), name.substring(slash + 1));
    }

    private static String text(JsonNode node) {
        if (!node.isTextual()) {
            throw new IllegalArgumentException(node + " is no text");
        }
        return node.textValue();
    }

    private static Instant instant(JsonNode node) {
        return HeaderTime.parse(text(node));
    }
}
