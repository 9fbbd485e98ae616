package io.tidings.contract.topic;

import io.tidings.contract.DomainTopic;
import io.tidings.contract.event.DataRules;
import io.tidings.contract.event.Event;
import io.tidings.contract.event.EventSchema;
import io.tidings.contract.event.Input;
import io.tidings.contract.event.InputMapping;
import io.tidings.contract.eventtype.DataCheck;
import io.tidings.contract.json.Unread;
import io.tidings.contract.lane.OrderBy;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * @param mapping for the custom schema
 * @param source null if events are published to Tidings only
 * @param partitionBy the value of an event that is the key of its record in {@code events}; null if publishers choose
 * @param deduplicate null if no event is dropped because one like it came before
 * @param mask the values of its events that nobody is shown
 * @param check what follows from data that breaks the schema of its event's type
 * @param domain null unless it is a domain, whose events name their topic in it
 * @param unread what its record holds besides
 */
public record TopicResource(
        String name,
        EventSchema inputSchema,
        InputMapping mapping,
        @Nullable KafkaSource source,
        @Nullable OrderBy partitionBy,
        @Nullable Deduplicate deduplicate,
        PublishLimits limits,
        Mask mask,
        DataCheck check,
        ArmMembers arm,
        @Nullable Domain domain,
        Unread unread) {
    public TopicResource(String name, EventSchema inputSchema) {
        this(name, inputSchema, InputMapping.NONE);
    }

    public TopicResource(String name, EventSchema inputSchema, InputMapping mapping) {
        this(
                name,
                inputSchema,
                mapping,
                null,
                null,
                null,
                PublishLimits.NONE,
                Mask.NONE,
                DataCheck.OFF,
                ArmMembers.NONE,
                null,
                Unread.NONE);
    }

    /** Returns this topic with what its record holds besides. */
    public TopicResource with(Unread other) {
        return new TopicResource(
                name, inputSchema, mapping, source, partitionBy, deduplicate, limits, mask, check, arm, domain, other);
    }

    /** Returns a topic of this domain, which has all else from it. */
    public TopicResource in(DomainTopic topic) {
        return new TopicResource(
                topic.toString(),
                inputSchema,
                mapping,
                source,
                partitionBy,
                deduplicate,
                limits,
                mask,
                check,
                arm,
                null,
                unread);
    }

    /** Returns the key that an event is appended with (B-LANE-2); null if it has none. */
    public @Nullable String partitionKey(Event event) {
        var key = partitionBy == null ? null : partitionBy.keyOf(event);
        if (key == null && deduplicate != null) {
            key = deduplicate.recordKeyOf(event);
        }
        return key == null && partitionBy == null ? event.partitionKey() : key;
    }

    /** Returns the paths of the values that the key may be. */
    public List<String> keyPaths() {
        return Stream.of(partitionBy, deduplicate == null ? null : deduplicate.path())
                .filter(Objects::nonNull)
                .map(OrderBy::text)
                .toList();
    }

    public Input input() {
        return new Input(name, inputSchema, mapping, DataRules.NONE, domain != null);
    }
}
