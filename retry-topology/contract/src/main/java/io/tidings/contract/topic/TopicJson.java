package io.tidings.contract.topic;

import static io.tidings.contract.json.OptionalMembers.putUnless;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.contract.DomainTopic;
import io.tidings.contract.event.EventSchema;
import io.tidings.contract.eventtype.DataCheck;
import io.tidings.contract.json.JsonObjectReader;
import io.tidings.contract.json.ResourceJson;
import io.tidings.contract.json.UnknownMembers;
import io.tidings.contract.json.Unread;
import io.tidings.contract.json.Validated;
import io.tidings.contract.json.Violation;
import io.tidings.contract.lane.OrderBy;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Topics as JSON: the content of a PUT and of a record of the topics table (B-SUB-1, reference §4). */
public final class TopicJson {
    private static final String TIDINGS = "tidings";
    private static final String PARTITION_BY = "partitionBy";
    private static final String LIMITS = "limits";
    private static final String CHECK = "check";
    private static final List<String> RESERVED = List.of("microsoft", "eventgrid", "system");

    private static final String[] READ_ONLY = {
        "provisioningState",
        "provisioningError",
        "endpoint",
        "metricResourceId",
        "privateEndpointConnections",
        "warnings"
    };

    private TopicJson() {}

    public static Validated<TopicResource> read(String name, byte[] json) {
        return ResourceJson.validated(json, tree -> read(name, tree));
    }

    public static Validated<TopicResource> readDomain(String name, byte[] json) {
        return ResourceJson.validated(json, tree -> read(name, tree, null, true));
    }

    public static Validated<TopicResource> read(String name, JsonNode json) {
        return read(name, json, null);
    }

    /** Reads a record, and keeps the members that it does not know (B-SUB-6). */
    public static Validated<TopicResource> readRecord(String name, byte[] json) {
        var unknown = new UnknownMembers();
        return ResourceJson.validated(json, tree -> switch (read(name, tree, unknown, null)) {
            case Validated.Invalid<TopicResource> invalid -> invalid;
            case Validated.Valid<TopicResource>(var topic) ->
                new Validated.Valid<>(topic.with(unknown.in(json, List.of(), Set.of())));
        });
    }

    /** @param unknown where unknown members are kept; null if they are refused */
    public static Validated<TopicResource> read(String name, JsonNode json, @Nullable UnknownMembers unknown) {
        return read(name, json, unknown, false);
    }

    /**
     * @param unknown where unknown members are kept; null if they are refused
     * @param ofDomain whether it is a domain; null if the members say so, as in a record
     */
    public static Validated<TopicResource> read(
            String name, JsonNode json, @Nullable UnknownMembers unknown, @Nullable Boolean ofDomain) {
        var violations = new ArrayList<Violation>();
        checkName(name, violations);
        var root = JsonObjectReader.root(json, violations, unknown).ignoring("id", "name", "type", "systemData");
        var properties = root.object("properties").ignoring(READ_ONLY);
        var arm = ArmMembersJson.read(root, properties);
        var tidings = properties.object(TIDINGS);
        var domain = Domain.read(properties, tidings, ofDomain);
        var source = KafkaSourceJson.read(tidings);
        var partitionBy = tidings.parsed(
                PARTITION_BY,
                text -> OrderBy.of(text).filter(by -> !by.ofSource()),
                "must be subject or a path such as /data/customerId");
        var deduplicate = Deduplicate.read(tidings);
        if (deduplicate != null && source != null) {
            tidings.broken(Deduplicate.MEMBER, "must be left out, because the events of a source are not deduplicated");
        }
        if (domain != null && source != null) {
            tidings.broken(KafkaSourceJson.NAME, "must be left out, because the events of a domain name their topics");
        }
        if (domain != null && deduplicate != null) {
            tidings.broken(Deduplicate.MEMBER, "must be left out, because the events of domains are not deduplicated");
        }
        var limits = PublishLimits.read(tidings.object(LIMITS));
        var schema = schema(properties, source);
        var mask = Mask.read(tidings, schema);
        var check = tidings.oneOf(CHECK, DataCheck.OFF);
        tidings.refuseOthers();
        var mapping = InputMappingJson.read(properties, schema);
        if (domain != null && schema == EventSchema.CUSTOM && !mapping.topic().mapped()) {
            properties.broken("inputSchemaMapping", "must say where events of a domain have their topic");
        }
        if (deduplicate != null
                && deduplicate.path() == null
                && schema == EventSchema.CUSTOM
                && !mapping.id().mapped()) {
            properties.broken(
                    TIDINGS + "." + Deduplicate.MEMBER,
                    "must say by which path, because inputSchemaMapping has no id, so every event gets one of its own");
        }
        properties.refuseOthers();
        root.refuseOthers();
        return violations.isEmpty()
                ? new Validated.Valid<>(new TopicResource(
                        name,
                        schema,
                        mapping,
                        source,
                        partitionBy,
                        deduplicate,
                        limits,
                        mask,
                        check,
                        arm,
                        domain,
                        Unread.NONE))
                : new Validated.Invalid<>(violations);
    }

    /** The schema that is stated, or the one that follows from the format of the source. */
    private static EventSchema schema(JsonObjectReader properties, @Nullable KafkaSource source) {
        var implied = source == null ? EventSchema.EVENT_GRID : source.format().schema();
        var name = properties.text("inputSchema");
        if (name == null) {
            return implied;
        }
        var named = EventSchema.ofInput(name);
        if (named.isEmpty()) {
            properties.broken("inputSchema", "must be EventGridSchema, CloudEventSchemaV1_0 or CustomEventSchema");
        } else if (source != null && named.get() != implied) {
            properties.broken(
                    "inputSchema",
                    "must be " + implied.inputName() + " or be left out, because the format of the source is "
                            + source.format().wireName());
        }
        return source == null ? named.orElse(implied) : implied;
    }

    /** Returns the record: also what this release does not know. */
    public static JsonNode writeRecord(TopicResource topic) {
        return topic.unread().addTo(write(topic));
    }

    public static ObjectNode write(TopicResource topic) {
        var json = JsonNodeFactory.instance.objectNode();
        var properties =
                json.objectNode().put("inputSchema", topic.inputSchema().inputName());
        ArmMembersJson.write(topic.arm(), json, properties);
        json.set("properties", properties);
        if (topic.domain() != null) {
            topic.domain().write(properties);
        }
        if (topic.inputSchema() == EventSchema.CUSTOM) {
            InputMappingJson.write(topic.mapping(), properties);
        }
        var tidings = JsonNodeFactory.instance.objectNode();
        if (topic.source() != null) {
            KafkaSourceJson.write(topic.source(), tidings);
        }
        if (topic.partitionBy() != null) {
            tidings.put(PARTITION_BY, topic.partitionBy().text());
        }
        if (topic.deduplicate() != null) {
            topic.deduplicate().write(tidings.putObject(Deduplicate.MEMBER));
        }
        if (!topic.limits().equals(PublishLimits.NONE)) {
            topic.limits().write(tidings.putObject(LIMITS));
        }
        if (topic.domain() != null && !topic.domain().topicLimits().equals(PublishLimits.NONE)) {
            topic.domain().topicLimits().write(tidings.putObject(Domain.TOPIC_LIMITS));
        }
        if (!topic.mask().isEmpty()) {
            var paths = tidings.putArray(Mask.MEMBER);
            topic.mask().paths().forEach(paths::add);
        }
        putUnless(tidings, CHECK, topic.check(), DataCheck.OFF);
        if (!tidings.isEmpty()) {
            properties.set(TIDINGS, tidings);
        }
        return json;
    }

    private static void checkName(String name, List<Violation> violations) {
        if (!DomainTopic.isName(name)) {
            violations.add(new Violation("name", "must be " + DomainTopic.RULE));
        }
        for (var reserved : RESERVED) {
            if (name.toLowerCase(Locale.ROOT).startsWith(reserved)) {
                violations.add(new Violation("name", "must not start with " + reserved));
            }
        }
    }
}
