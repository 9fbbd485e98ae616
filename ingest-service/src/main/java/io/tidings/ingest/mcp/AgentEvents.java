package io.tidings.ingest.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.contract.Sha256;
import io.tidings.contract.eventtype.EventType;
import io.tidings.contract.eventtype.EventTypeKey;
import io.tidings.contract.table.EventTypeEntry;
import io.tidings.contract.table.ResourceTable;
import io.tidings.contract.table.TopicEntry;
import io.tidings.ingest.access.Principal;
import io.tidings.ingest.access.Role;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The event types that agents may subscribe to: those that topics declare (B-TYPE-1), with the names that agents use. */
record AgentEvents(ResourceTable table) {
    static final int PAGE = 50;
    private static final int LONGEST = 100;
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9._-]{1," + LONGEST + "}");
    private static final Pattern OTHERS = Pattern.compile("[^A-Za-z0-9._-]");
    private static final int DIGITS = 8;

    /** In a filter it stands for all types. */
    private static final String ALL = "all";

    /** @param name as agents see it */
    record Offered(String name, EventTypeEntry entry, TopicEntry topic) {
        EventTypeKey key() {
            return entry.key();
        }

        /** A source belongs to others, and is not read here. */
        boolean pollable() {
            return topic.topic().source() == null;
        }

        ObjectNode json() {
            var type = entry.type();
            var json = JsonNodeFactory.instance.objectNode().put("name", name);
            var description = description(type);
            if (!description.isEmpty()) {
                json.put("description", description);
            }
            var delivery = json.putArray("delivery").add("webhook");
            if (pollable()) {
                delivery.add("poll");
            }
            json.set("inputSchema", EventArguments.schema(type.schema()));
            json.set("payloadSchema", payload(type));
            var meta = json.putObject("_meta")
                    .put("io.tidings/topic", key().topic())
                    .put("io.tidings/eventType", key().name());
            if (type.version() != null) {
                meta.put("io.tidings/version", type.version());
            }
            return json;
        }

        private static String description(EventType type) {
            var text = type.description() == null ? "" : type.description();
            return type.deprecated() ? ("Deprecated. " + text).strip() : text;
        }

        /** Data that is no object becomes the member {@code value} of one. */
        private static JsonNode payload(EventType type) {
            var schema = type.schema();
            var json = JsonNodeFactory.instance.objectNode();
            if (schema == null) {
                return json.put("type", "object");
            }
            var kind = schema.path("type");
            if (kind.isMissingNode()
                    || kind.asText().equals("object")
                    || kind.valueStream().anyMatch(each -> each.asText().equals("object"))) {
                return schema;
            }
            json.put("type", "object").putArray("required").add("value");
            json.putObject("properties").set("value", schema);
            return json;
        }
    }

    /** Returns the name of an event type; the same for ever, and different for all others. */
    static String name(EventTypeKey key) {
        if (PLAIN.matcher(key.name()).matches()) {
            return key.topic() + "." + key.name();
        }
        var slug = OTHERS.matcher(key.name()).replaceAll("-");
        var digest = HexFormat.of().formatHex(Sha256.of(key.toString())).substring(0, DIGITS);
        return key.topic() + "." + slug.substring(0, Math.min(LONGEST, slug.length())) + "." + digest;
    }

    /** Returns the events that the principal may subscribe to, by name. */
    List<Offered> of(Principal principal) {
        return table.topics().stream()
                .filter(topic -> maySubscribe(principal, topic.topic().name()))
                .flatMap(this::ofTopic)
                .sorted(Comparator.comparing(Offered::name))
                .toList();
    }

    /** Returns empty also for an event that the principal may not know. */
    Optional<Offered> find(String name, Principal principal) {
        int dot = name.indexOf('.');
        return dot < 1 || !maySubscribe(principal, name.substring(0, dot))
                ? Optional.empty()
                : table.topic(name.substring(0, dot)).stream()
                        .flatMap(this::ofTopic)
                        .filter(each -> each.name().equals(name))
                        .findFirst();
    }

    private static boolean maySubscribe(Principal principal, String topic) {
        return principal.refusal(Role.SUBSCRIBER, topic).isEmpty();
    }

    private Stream<Offered> ofTopic(TopicEntry topic) {
        return table.eventTypes().of(topic.topic().name()).stream()
                .filter(entry -> !entry.key().name().equalsIgnoreCase(ALL))
                .map(entry -> new Offered(name(entry.key()), entry, topic));
    }
}
